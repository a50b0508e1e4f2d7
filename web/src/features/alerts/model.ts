import type { Alert } from '@/api';
import { dayMarkOf, type DayMark } from '@/ui/day-mark';
import { distinctBy } from '@/ui/use-paged';

/**
 * Merges the newest alerts, which live updates keep current, with the alerts of further pages. An alert that grew and
 * moved to the top appears only there.
 */
export function mergeAlerts(newest: readonly Alert[], further: readonly Alert[]): Alert[] {
  return distinctBy([...newest, ...further], ({ notification_id }) => notification_id);
}

export interface AlertGroup {
  mark: DayMark;
  alerts: Alert[];
}

/** Groups alerts under Today, Yesterday and Earlier, in list order. */
export function groupByDay(alerts: readonly Alert[], now: Date): AlertGroup[] {
  const groups = new Map<DayMark, Alert[]>();
  for (const alert of alerts) {
    const mark = dayMarkOf(new Date(alert.created_date), now);
    groups.set(mark, [...(groups.get(mark) ?? []), alert]);
  }
  return (['today', 'yesterday', 'earlier'] as const).flatMap((mark) => {
    const found = groups.get(mark);
    return found ? [{ mark, alerts: found }] : [];
  });
}
