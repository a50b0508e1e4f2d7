import type { Alert, BookingData } from '@/api';
import { dayMarkOf, type DayMark } from '@/ui/day-mark';
import { distinctBy } from '@/ui/use-paged';

/**
 * Merges the newest alerts, which live updates keep current, with the alerts of further pages. An alert that grew and
 * moved to the top appears only there.
 */
export function mergeAlerts(newest: readonly Alert[], further: readonly Alert[]): Alert[] {
  return distinctBy([...newest, ...further], ({ notification_id }) => notification_id);
}

/** The kind of alert that tells of a request to the account. */
const REQUESTED = 'order_requested';

/** The request that an alert speaks of, if it is among the account's orders; what is not known there cannot be answered. */
export const requestOf = ({ notification_type, order_id }: Alert, orders: readonly BookingData[]): BookingData | undefined =>
  notification_type === REQUESTED && order_id ? orders.find((booking) => booking.order_id === order_id) : undefined;

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
