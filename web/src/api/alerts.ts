import { openhoursApi, whole } from './openhours';
import type { Alert } from './types';

/** Which alerts are marked as read: their ids, or 'all'. */
export type Read = readonly string[] | string;

/** The newest alerts, and how many of all of them are unread. */
interface AlertList {
  alerts_list: Alert[];
  unread: number;
}

/** Shows those of these alerts as read that are not; answers which these were. */
export function shownAsRead(alerts: readonly Alert[], ids: Read): string[] {
  const meant = alerts.filter(({ status, notification_id }) => status === 'active' && (ids === 'all' || ids.includes(notification_id)));
  for (const alert of meant) alert.status = 'read';
  return meant.map(({ notification_id }) => notification_id);
}

/** Shows these alerts as unread again: the server did not follow. */
export function shownAsUnread(alerts: readonly Alert[], ids: readonly string[]): void {
  for (const alert of alerts) if (ids.includes(alert.notification_id)) alert.status = 'active';
}

/** Marks alerts as read in a list, and lowers its count; answers which they were. */
export function markRead(list: AlertList, ids: Read): string[] {
  const marked = shownAsRead(list.alerts_list, ids);
  list.unread = ids === 'all' ? 0 : list.unread - marked.length;
  return marked;
}

/** Puts an alert at the top of a list, once: one that grew (three comments instead of two) is the same one, and is counted once. */
export function putAlert(list: AlertList, alert: Alert): void {
  const known = list.alerts_list.find((one) => one.notification_id === alert.notification_id);
  list.unread += Number(alert.status === 'active') - Number(known?.status === 'active');
  list.alerts_list = [alert, ...list.alerts_list.filter((one) => one.notification_id !== alert.notification_id)];
}

/** Whether a list lacks an alert, or holds it as it was before it grew. */
export function isNews(list: AlertList, alert: Alert): boolean {
  const known = list.alerts_list.find((one) => one.notification_id === alert.notification_id);
  return !known || Date.parse(known.created_date) < Date.parse(alert.created_date);
}

/** Shows alerts as read at once; as they were when the server does not follow. */
openhoursApi.enhanceEndpoints({
  endpoints: {
    updateAlertStatus: {
      async onQueryStarted({ iv_notification_ids }, { dispatch, queryFulfilled }) {
        const change = (recipe: (list: AlertList) => void) =>
          dispatch(openhoursApi.util.updateQueryData('getUserAlerts', whole, ({ data }) => recipe(data)));
        let marked: string[] = [];
        let [before, left] = [0, 0];
        change((list) => {
          before = list.unread;
          marked = markRead(list, iv_notification_ids);
          left = list.unread;
        });
        const answer = await queryFulfilled.catch(() => null);
        let isUnclear = false;
        change((list) => {
          // How many are left further down only the server knows; but not whether it counted what arrived meanwhile.
          if (answer && list.unread === left) list.unread = answer.data.data.unread;
          else if (answer) isUnclear = true;
          else {
            shownAsUnread(list.alerts_list, marked);
            list.unread += before - left;
          }
        });
        if (isUnclear) dispatch(openhoursApi.util.invalidateTags(['Alerts']));
      },
    },
  },
});
