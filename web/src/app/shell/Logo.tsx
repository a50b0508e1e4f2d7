import classes from './Logo.module.css';

/** The ring and the name. */
export function Logo({ withName = true }: { withName?: boolean }) {
  return (
    <span className={classes.logo}>
      <span className={classes.ring} aria-hidden />
      <span data-name className={withName ? undefined : classes.hidden}>
        Openhours
      </span>
    </span>
  );
}
