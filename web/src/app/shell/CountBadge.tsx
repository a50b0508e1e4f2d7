import classes from './CountBadge.module.css';

/** The count beside a menu link. Renders nothing for zero. */
export function CountBadge({ value }: { value: number | undefined }) {
  return value ? <span className={classes.count}>{value}</span> : null;
}
