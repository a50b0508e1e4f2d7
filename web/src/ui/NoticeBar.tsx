import type { ReactNode } from 'react';
import classes from './NoticeBar.module.css';

/** A quiet line under the header with what can be done about it. It takes no focus. */
export function NoticeBar({ actions, children }: { actions?: ReactNode; children: ReactNode }) {
  return (
    <div role="status" className={classes.bar}>
      <span>{children}</span>
      {actions ? <span className={classes.actions}>{actions}</span> : null}
    </div>
  );
}
