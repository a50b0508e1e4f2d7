import type { ReactNode } from 'react';
import { Loader } from '@mantine/core';
import { IconChevronRight, type Icon } from '@tabler/icons-react';
import { Link } from 'react-router-dom';
import classes from './Settings.module.css';

interface SettingProps {
  icon: Icon;
  title: string;
  text: ReactNode;
}

function SettingContent({ icon: Picture, title, text, end }: SettingProps & { end: ReactNode }) {
  return (
    <>
      <span className={classes.icon} aria-hidden>
        <Picture size={20} />
      </span>
      <span className={classes.what}>
        <strong>{title}</strong>
        <span>{text}</span>
      </span>
      {end}
    </>
  );
}

/** A row that links to a page. */
export function SettingLink({ to, ...setting }: SettingProps & { to: string }) {
  return (
    <Link to={to} className={classes.row}>
      <SettingContent {...setting} end={<IconChevronRight size={18} className={classes.arrow} aria-hidden />} />
    </Link>
  );
}

/** A row that performs an action. */
export function SettingButton({ onClick, waits = false, ...setting }: SettingProps & { onClick: () => void; waits?: boolean }) {
  return (
    <button type="button" className={classes.row} onClick={onClick} disabled={waits}>
      <SettingContent {...setting} end={waits ? <Loader size="xs" /> : null} />
    </button>
  );
}

/** Rows below a heading. */
export function SettingGroup({ title, id, children }: { title: string; id?: string; children: ReactNode }) {
  return (
    <section className={classes.group} id={id}>
      <h2>{title}</h2>
      <div className={classes.rows}>{children}</div>
    </section>
  );
}
