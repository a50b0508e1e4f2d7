import classes from './NewsBadge.module.css';

interface NewsBadgeProps {
  count: number;
  /** At the corner of a framed button, or beside the icon of a tab. */
  place: 'corner' | 'icon';
}

/** The count on an icon. Renders nothing for zero. The link or button that holds it names what it counts. */
export function NewsBadge({ count, place }: NewsBadgeProps) {
  return count ? (
    <span className={classes.badge} data-place={place} aria-hidden>
      {shownCount(count)}
    </span>
  ) : null;
}

/** A count as the badge shows it. The accessible name beside it uses the same text. */
export const shownCount = (count: number): string => (count > 99 ? '99+' : String(count));
