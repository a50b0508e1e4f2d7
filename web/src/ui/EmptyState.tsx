import type { ReactNode } from 'react';
import type { Icon } from '@tabler/icons-react';
import classes from './EmptyState.module.css';

interface EmptyStateProps {
  icon: Icon;
  /** Whether the sentence is all that the page has to say, and so its heading. */
  wholePage?: boolean;
  /** One sentence. */
  children: ReactNode;
  /** One action. */
  action?: ReactNode;
}

/** The empty state of a list: an icon, one sentence, one action. */
export function EmptyState({ icon: Picture, wholePage = false, children, action }: EmptyStateProps) {
  return (
    <div className={classes.empty}>
      <span className={classes.icon} aria-hidden>
        <Picture size={30} />
      </span>
      {wholePage ? <h1 className={classes.sentence}>{children}</h1> : <p className={classes.sentence}>{children}</p>}
      {action}
    </div>
  );
}
