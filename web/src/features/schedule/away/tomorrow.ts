import { dateIn } from '@/features/booking';

/** Tomorrow's date in a zone. */
export function tomorrowIn(timezone: string, now: Date): string {
  const date = new Date(`${dateIn(now, timezone)}T00:00:00Z`);
  date.setUTCDate(date.getUTCDate() + 1);
  return date.toISOString().slice(0, 10);
}
