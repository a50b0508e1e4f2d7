import { useId, type ReactNode } from 'react';
import classes from './SettingsPanel.module.css';

interface SettingsPanelProps {
  title: string;
  /** What the settings are for, in a sentence or two. */
  lead?: string;
  children: ReactNode;
}

/** A group of settings on a page of several. */
export function SettingsPanel({ title, lead, children }: SettingsPanelProps) {
  const id = useId();
  return (
    <section className={classes.panel} aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {lead ? <p>{lead}</p> : null}
      {children}
    </section>
  );
}
