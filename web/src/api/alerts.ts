import type { Dispatch as PlainDispatch, ThunkDispatch, UnknownAction } from '@reduxjs/toolkit';
import type { Envelope } from './envelope';
import { isWhole, openhoursApi, whole } from './openhours';
import { mustShow, showWhileSaving, updateKind } from './overlay';
import type { Alert, BookingsList } from './types';

/** Which alerts are marked as read: their ids, or 'all'. */
export type ReadIds = readonly string[] | string;

/** The newest alerts, and how many of all of them are unread. */
interface AlertList {
  alerts_list: Alert[];
  unread: number;
}

/** The answer of get_user_alerts. */
export type AlertsAnswer = Envelope<AlertList & { bookings_list: BookingsList }>;

/** Marks these alerts as read, and returns the ids of those that were unread. */
export function showAsRead(alerts: readonly Alert[], ids: ReadIds): string[] {
  const unread = alerts.filter(({ status, notification_id }) => status === 'active' && (ids === 'all' || ids.includes(notification_id)));
  for (const alert of unread) alert.status = 'read';
  return unread.map(({ notification_id }) => notification_id);
}

/** Marks these alerts as unread again, because the server has refused the change. */
export function showAsUnread(alerts: readonly Alert[], ids: readonly string[]): void {
  for (const alert of alerts) if (ids.includes(alert.notification_id)) alert.status = 'active';
}

/** Puts an alert at the top of a list. An alert that grew (three comments instead of two) keeps its id and counts once. */
function putAlert(list: AlertList, alert: Alert): void {
  const known = list.alerts_list.find((one) => one.notification_id === alert.notification_id);
  list.unread += Number(alert.status === 'active') - Number(known?.status === 'active');
  list.alerts_list = [alert, ...list.alerts_list.filter((one) => one.notification_id !== alert.notification_id)];
}

const revisionOf = ({ created_date }: Alert) => Date.parse(created_date);

const alertUpdate = updateKind<Alert>('alert');

/** An alert that arrived. Its date changes whenever it grows, so the date serves as its revision. */
export const alertArrived = (alert: Alert) => alertUpdate.of(alert.notification_id, alert, revisionOf(alert));

alertUpdate.shownIn<AlertsAnswer>('getUserAlerts', ({ data }, update, at) => {
  const cached = data.alerts_list.find((one) => one.notification_id === update.id);
  if (isWhole(at.arg) && mustShow(update, cached && revisionOf(cached), at)) putAlert(data, update.value);
});

/** Alerts that the user marks as read. */
export const alertsRead = updateKind<ReadIds>('alerts_read');

alertsRead.shownIn<AlertsAnswer, { marked: string[]; lowered: number }>(
  'getUserAlerts',
  ({ data }, { value }) => {
    const before = data.unread;
    const marked = showAsRead(data.alerts_list, value);
    data.unread = value === 'all' ? 0 : before - marked.length;
    return { marked, lowered: before - data.unread };
  },
  ({ data }, { marked, lowered }) => {
    showAsUnread(data.alerts_list, marked);
    data.unread += lowered;
  },
);

openhoursApi.enhanceEndpoints({
  endpoints: {
    updateAlertStatus: {
      async onQueryStarted({ iv_notification_ids: ids }, { dispatch, getState, queryFulfilled }) {
        const unread = () => openhoursApi.endpoints.getUserAlerts.select(whole)(getState()).data?.data.unread;
        const saving = showWhileSaving(dispatch, alertsRead.of(String(ids), ids), queryFulfilled);
        const left = unread();
        const answer = await saving;
        if (!answer) return;
        // Only the server knows how many alerts are unread in total. Its count may be older than another alert that arrived.
        if (unread() !== left) dispatch(openhoursApi.util.invalidateTags(['Alerts']));
        else
          dispatch(openhoursApi.util.updateQueryData('getUserAlerts', whole, ({ data }) => void (data.unread = answer.data.data.unread)));
      },
    },
  },
});

type Dispatch = ThunkDispatch<Parameters<ReturnType<typeof openhoursApi.endpoints.getUserAlerts.select>>[0], unknown, UnknownAction>;

/** Asks for the alerts anew where this screen counts other unread ones than the screen of the account on which some were read. */
export function showReadElsewhere(dispatch: PlainDispatch, unread: number): void {
  (dispatch as Dispatch)((run, getState) => {
    const shown = openhoursApi.endpoints.getUserAlerts.select(whole)(getState()).data?.data.unread;
    if (shown !== undefined && shown !== unread) run(openhoursApi.util.invalidateTags(['Alerts']));
  });
}
