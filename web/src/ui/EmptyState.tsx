import type { ReactNode } from 'react';
import type { Icon } from '@tabler/icons-react';
import classes from './EmptyState.module.css';

interface EmptyStateProps {
  icon: Icon;
  /** One sentence. */
  children: ReactNode;
  /** One action. */
  action?: ReactNode;
}

/** The empty state of a list: an icon, one sentence, one action. */
export function EmptyState({ icon: Picture, children, action }: EmptyStateProps) {
  return (
    <div className={classes.empty}>
      <span className={classes.icon} aria-hidden>
        <Picture size={30} stroke={1.5} />
      </span>
      <p className={classes.sentence}>{children}</p>
      {action}
    </div>
  );
}
