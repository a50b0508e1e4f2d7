import type { ReactNode } from 'react';
import type { Icon } from '@tabler/icons-react';
import classes from './Empty.module.css';

interface EmptyProps {
  icon: Icon;
  /** One sentence. */
  children: ReactNode;
  /** One action. */
  action?: ReactNode;
}

/** What a list shows when it holds nothing: an icon, one sentence, one action. */
export function Empty({ icon: Picture, children, action }: EmptyProps) {
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
