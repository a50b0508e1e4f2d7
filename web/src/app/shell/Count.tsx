import classes from './Count.module.css';

/** The count beside a menu's link; nothing for none. */
export function Count({ value }: { value: number | undefined }) {
  return value ? <span className={classes.count}>{value}</span> : null;
}
