/** Whether an order becomes an appointment at once, or a request (product.md 4.4). The server decides; this is what is said before. */

import { parseJsonList, type BookedSession, type BookingData } from '@/api';
import type { Basket, OfferedService } from './basket';

/** What sending does: it books, it asks the provider, or it depends on whether the client has been there before. */
export type Outcome = 'booked' | 'asked' | 'depends';

/** `hasLink`: whether the provider has a link to give for remote sessions. Without one, each of them is a request. */
export function outcomeOf({ chosen, mode }: Pick<Basket, 'chosen' | 'mode'>, isKnown: boolean, hasLink: boolean): Outcome {
  const asks = chosen.some(({ confirmation = 'request' }) => confirmation === 'request');
  if (asks || chosen.length === 0 || (mode === 'remote' && !hasLink)) return 'asked';
  return isKnown || chosen.every(({ confirmation }) => confirmation === 'instant') ? 'booked' : 'depends';
}

/** Whom a service promises a time at once, if it can keep that: one that is only remote needs a link to give. */
export const promiseOf = ({ confirmation, delivery_mode }: OfferedService, hasLink: boolean): 'known' | 'instant' | null =>
  confirmation === undefined || confirmation === 'request' || (delivery_mode === 'remote' && !hasLink) ? null : confirmation;

/** Whether one of these own bookings was an appointment with the provider that took place. */
export const isKnownBy = (requests: readonly BookingData[], providerId: string): boolean =>
  requests.some(
    (booking) =>
      booking.provider_id === providerId &&
      booking.request_status === 'completed' &&
      parseJsonList<BookedSession>(booking.session_time).some(({ session_state }) => session_state === 'done'),
  );
