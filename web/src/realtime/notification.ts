import type { Dispatch } from '@reduxjs/toolkit';
import { alertArrived, api, showUpdate } from '@/api';
import { bookingChanged } from '@/api/bookings';
import type { ServerEvents } from './events';

/** Shows the content of get_notification in the lists of the account, and refetches what it only refers to. */
export function applyNotification(dispatch: Dispatch, event: Parameters<ServerEvents['get_notification']>[0], ownerId: string): void {
  if (event.notification_data) showUpdate(dispatch, alertArrived(event.notification_data));
  if (event.booking_data) showUpdate(dispatch, bookingChanged(event.booking_data, ownerId));
  if (event.interest_data) dispatch(api.util.invalidateTags(['Favourites', 'Circle']));
  if (event.additional_update?.['message']) dispatch(api.util.invalidateTags(['Messages']));
  if (event.additional_update?.['rating']) dispatch(api.util.invalidateTags(['Ratings']));
}
