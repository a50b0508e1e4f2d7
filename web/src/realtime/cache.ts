import { api, isNews, markRead, openhoursApi, putAlert, type Alert, type BookingData, type BookingsList, type Read, whole } from '@/api';
import { alertHeard, bookingHeard } from './actions';
import type { ServerEvents } from './events';
import type { Heard } from './latest';

/** Dispatch of actions and thunks alike. */
export type Dispatch = (action: unknown) => unknown;

function isNewer(incoming: BookingData, known: BookingData | undefined): boolean {
  return (incoming.revision ?? 0) >= (known?.revision ?? 0);
}

/** The incoming booking replaces the one with its order_id and moves to the front (spec 1, section 4). */
export function withBooking(list: BookingData[], incoming: BookingData): BookingData[] {
  const known = list.find((one) => one.order_id === incoming.order_id);
  if (!isNewer(incoming, known)) return list;
  return [incoming, ...list.filter((one) => one.order_id !== incoming.order_id)];
}

function place(bookings: BookingsList, incoming: BookingData, ownerId: string): void {
  if (incoming.provider_id === ownerId) bookings.order = withBooking(bookings.order, incoming);
  else bookings.request = withBooking(bookings.request, incoming);
}

/** Puts a booking into every list of bookings that is held, and into those that are on their way. */
export function patchBooking(dispatch: Dispatch, incoming: BookingData, ownerId: string): void {
  dispatch(bookingHeard(incoming));
  dispatch(
    openhoursApi.util.updateQueryData('getBookingInfo', whole, ({ data }) => place(data.bookings_list, incoming, ownerId)),
  );
  dispatch(
    openhoursApi.util.updateQueryData('getUserAlerts', whole, ({ data }) =>
      place(data.bookings_list, incoming, ownerId),
    ),
  );
}

/** The calls whose answer holds all bookings. */
export type ListCall = 'getBookingInfo' | 'getUserAlerts';

/**
 * Sets a list that has just arrived right: of a booking that was heard of in a newer revision that one stays, and one
 * that came into being after the list was asked for is added.
 */
export function mendList(dispatch: Dispatch, call: ListCall, heard: readonly Heard[], ownerId: string): void {
  if (heard.length === 0) return;
  dispatch(
    openhoursApi.util.updateQueryData(call, whole, ({ data: { bookings_list } }) => {
      const listed = new Map([...bookings_list.order, ...bookings_list.request].map((one) => [one.order_id, one]));
      for (const { booking, sinceAsked } of heard) {
        const known = listed.get(booking.order_id);
        if (known ? booking.revision > known.revision : sinceAsked) place(bookings_list, booking, ownerId);
      }
    }),
  );
}

/** What happened to alerts while a list of them was on its way: one arrived, or some were marked as read. */
export type AlertChange = { arrived: Alert } | { read: Read };

/** Sets a list of alerts that has just arrived right: what happened since it was asked for happens to it, too. */
export function mendAlerts(dispatch: Dispatch, changes: readonly AlertChange[]): void {
  if (changes.length === 0) return;
  dispatch(
    openhoursApi.util.updateQueryData('getUserAlerts', whole, ({ data }) => {
      for (const change of changes) {
        if ('read' in change) markRead(data, change.read);
        else if (isNews(data, change.arrived)) putAlert(data, change.arrived);
      }
    }),
  );
}

/** Puts an alert into the list that is held, and into one that is on its way. */
export function patchAlert(dispatch: Dispatch, alert: Alert): void {
  dispatch(alertHeard(alert));
  dispatch(openhoursApi.util.updateQueryData('getUserAlerts', whole, ({ data }) => putAlert(data, alert)));
}

/** What get_notification changes in what is already on screen. */
export function applyNotification(
  dispatch: Dispatch,
  event: Parameters<ServerEvents['get_notification']>[0],
  ownerId: string,
): void {
  if (event.notification_data) patchAlert(dispatch, event.notification_data);
  if (event.booking_data) patchBooking(dispatch, event.booking_data, ownerId);
  if (event.interest_data) dispatch(api.util.invalidateTags(['Favourites', 'Circle']));
  if (event.additional_update?.['message']) dispatch(api.util.invalidateTags(['Messages']));
  if (event.additional_update?.['rating']) dispatch(api.util.invalidateTags(['Ratings']));
}
