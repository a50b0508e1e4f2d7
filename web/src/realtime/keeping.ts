import { openhoursApi, type Read } from '@/api';
import { alertHeard, bookingHeard } from './actions';
import { mendAlerts, mendList, type AlertChange, type Dispatch, type ListCall } from './cache';
import { latestBookings, meanwhile } from './latest';

const listCalls: readonly ListCall[] = ['getBookingInfo', 'getUserAlerts'];

/** Keeps news of single bookings and of alerts, and mends lists that may be older than the news. */
export function newsKeeping(dispatch: Dispatch, ownerId: () => string) {
  const bookings = latestBookings();
  const alerts = alertsMeanwhile(dispatch);
  return {
    forget(): void {
      bookings.forget();
      alerts.forget();
    },
    keep(action: unknown): void {
      if (bookingHeard.match(action)) bookings.hear(action.payload);
      for (const call of listCalls) {
        const { matchPending, matchFulfilled, matchRejected } = openhoursApi.endpoints[call];
        if (matchPending(action)) bookings.asked(action.meta.requestId);
        else if (matchFulfilled(action)) mendList(dispatch, call, bookings.answered(action.meta.requestId), ownerId());
        else if (matchRejected(action)) bookings.answered(action.meta.requestId);
      }
      alerts.keep(action);
    },
  };
}

/** Keeps which alerts arrived and were read while a list of them is on its way. */
function alertsMeanwhile(dispatch: Dispatch) {
  const { getUserAlerts, updateAlertStatus } = openhoursApi.endpoints;
  const changes = meanwhile<AlertChange>();
  const reading = new Map<string, AlertChange>();
  function read(requestId: string, ids: Read): void {
    const change = { read: ids };
    reading.set(requestId, change);
    changes.happened(change);
  }
  function readingEnded(requestId: string, fulfilled: boolean): void {
    const change = reading.get(requestId);
    if (change && !fulfilled) changes.undone(change);
    reading.delete(requestId);
  }
  return {
    forget(): void {
      changes.forget();
      reading.clear();
    },
    keep(action: unknown): void {
      if (alertHeard.match(action)) changes.happened({ arrived: action.payload });
      else if (getUserAlerts.matchPending(action)) changes.asked(action.meta.requestId, reading.values());
      else if (getUserAlerts.matchFulfilled(action)) mendAlerts(dispatch, changes.answered(action.meta.requestId));
      else if (getUserAlerts.matchRejected(action)) changes.answered(action.meta.requestId);
      else if (updateAlertStatus.matchPending(action)) read(action.meta.requestId, action.meta.arg.originalArgs.iv_notification_ids);
      else if (updateAlertStatus.matchFulfilled(action)) readingEnded(action.meta.requestId, true);
      else if (updateAlertStatus.matchRejected(action)) readingEnded(action.meta.requestId, false);
    },
  };
}
