const HOURS_OF_A_DAY = 24;

/** How many days these hours are, where people say days: from two on, and only whole ones. */
export function wholeDays(hours: number): number | null {
  return hours >= 2 * HOURS_OF_A_DAY && hours % HOURS_OF_A_DAY === 0 ? hours / HOURS_OF_A_DAY : null;
}
