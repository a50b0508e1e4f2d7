import { useId, type ReactNode } from 'react';
import classes from './CalendarCard.module.css';

/** One section of the calendar settings: title, a one-sentence purpose, content. */
export function CalendarCard({ title, lead, children }: { title: string; lead: string; children: ReactNode }) {
  const id = useId();
  return (
    <section className={classes.card} aria-labelledby={id}>
      <h2 id={id} className={classes.title}>
        {title}
      </h2>
      <p className={classes.lead}>{lead}</p>
      {children}
    </section>
  );
}
