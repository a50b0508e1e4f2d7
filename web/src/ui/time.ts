/** A time span in the largest unit that fits. */
export interface Ago {
  unit: 'now' | 'minute' | 'hour' | 'day' | 'week' | 'month' | 'year';
  count: number;
}

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;
const steps: readonly [Ago['unit'], number][] = [
  ['year', 365 * day],
  ['month', 30 * day],
  ['week', 7 * day],
  ['day', day],
  ['hour', hour],
  ['minute', minute],
];

/** How long ago an instant was: under 3 minutes 'now', then minutes, hours, days, weeks, months, years. */
export function agoOf(instant: Date, now: Date): Ago {
  const elapsed = now.getTime() - instant.getTime();
  if (!(elapsed >= 3 * minute)) return { unit: 'now', count: 0 };
  for (const [unit, length] of steps) {
    if (elapsed >= length) return { unit, count: Math.floor(elapsed / length) };
  }
  return { unit: 'now', count: 0 };
}

/** Splits minutes into the displayed parts: '50 mins', '1 hr 20 mins'. */
export function durationParts(minutes: number): { hours: number; minutes: number } {
  const whole = Math.max(0, Math.round(minutes));
  return { hours: Math.floor(whole / 60), minutes: whole % 60 };
}
