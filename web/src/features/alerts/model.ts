import type { Alert } from '@/api';
import { dayMark, type DayMark } from '@/ui/day-mark';
import { distinctBy } from '@/ui/use-paged';

/**
 * What is shown: the newest, which live news keep current, and after them what further pages hold. One that grew, and so
 * moved to the top, stands there alone.
 */
export function mergedAlerts(newest: readonly Alert[], further: readonly Alert[]): Alert[] {
  return distinctBy([...newest, ...further], ({ notification_id }) => notification_id);
}

export interface AlertGroup {
  mark: DayMark;
  alerts: Alert[];
}

/** Alerts under Today, Yesterday and Earlier, in the order in which they come. */
export function groupByDay(alerts: readonly Alert[], now: Date): AlertGroup[] {
  const groups = new Map<DayMark, Alert[]>();
  for (const alert of alerts) {
    const mark = dayMark(new Date(alert.created_date), now);
    groups.set(mark, [...(groups.get(mark) ?? []), alert]);
  }
  return (['today', 'yesterday', 'earlier'] as const).flatMap((mark) => {
    const found = groups.get(mark);
    return found ? [{ mark, alerts: found }] : [];
  });
}
