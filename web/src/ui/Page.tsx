import type { ReactNode } from 'react';
import classes from './Page.module.css';

interface PageProps {
  title: ReactNode;
  /** A line under the title. */
  lead?: ReactNode;
  /** Controls at the end of the title's row. */
  actions?: ReactNode;
  children: ReactNode;
}

/** A screen inside the shell: title, lead and content, with the standard spacing. */
export function Page({ title, lead, actions, children }: PageProps) {
  return (
    <div className={classes.page}>
      <header className={classes.header}>
        <div>
          <h1 className={classes.title}>{title}</h1>
          {lead ? <p className={classes.lead}>{lead}</p> : null}
        </div>
        {actions ? <div className={classes.actions}>{actions}</div> : null}
      </header>
      {children}
    </div>
  );
}

/** A screen with one centred card: signing in, onboarding, a single question. */
export function FocusPage({ title, lead, children }: Omit<PageProps, 'actions'>) {
  return (
    <div className={classes.focus}>
      <section className={classes.card}>
        <h1 className={classes.title}>{title}</h1>
        {lead ? <p className={classes.lead}>{lead}</p> : null}
        <div className={classes.body}>{children}</div>
      </section>
    </div>
  );
}
