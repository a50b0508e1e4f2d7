/** What counts for a client who cancels now, and the reasons of each side (product.md 4.7). */

import { parseJsonList, type BookedSession, type BookingData, type Side } from '@/api';
import type { CancellationTerms } from '@/ui/CancellationTerms';

const HOUR = 3_600_000;

/** The reasons of each side, as the server knows them; 'other' is said in words. */
export const CANCEL_REASONS = {
  request: ['plans_changed', 'ill', 'other_time', 'by_mistake', 'other'],
  order: ['ill', 'not_available', 'double_booked', 'client_asked', 'other'],
} as const satisfies Record<Side, readonly string[]>;
export type CancelReason = (typeof CANCEL_REASONS)[Side][number];

type Cancellable = Pick<
  BookingData,
  'request_status' | 'cancellation_terms' | 'session_time' | 'provider_start_time' | 'provider_end_time'
>;

/** The terms that the booking keeps; none in bookings from before they were kept. */
export const termsOf = (booking: Pick<BookingData, 'cancellation_terms'>): CancellationTerms[] =>
  parseJsonList<CancellationTerms>(booking.cancellation_terms ?? '[]');

/** When the next session begins that is neither over nor past; the last start if there is none. */
function nextStart(booking: Cancellable, now: Date): number {
  const listed = parseJsonList<BookedSession>(booking.session_time);
  const sessions: Pick<BookedSession, 'provider_start_time' | 'provider_end_time' | 'session_state'>[] = listed.length ? listed : [booking];
  const starts = sessions
    .filter(
      ({ session_state, provider_end_time }) => session_state !== 'done' && session_state !== 'missed' && new Date(provider_end_time) > now,
    )
    .map(({ provider_start_time }) => Date.parse(provider_start_time));
  return starts.length ? Math.min(...starts) : Date.parse(sessions.at(-1)?.provider_start_time ?? booking.provider_start_time);
}

/** Until when cancelling is free by these terms. */
export const freeUntil = (booking: Cancellable, terms: CancellationTerms, now: Date): Date =>
  new Date(nextStart(booking, now) - terms.free_hours * HOUR);

export interface Counting {
  readonly outcome: 'free' | 'late' | 'refused';
  /** What the provider says to a client who cancels late. */
  readonly words: string;
}

/** What counts for the client now: the strictest of the terms. A request that is not accepted is withdrawn freely. */
export function whatCounts(booking: Cancellable, now: Date): Counting {
  const terms = booking.request_status === 'pending' ? [] : termsOf(booking);
  const late = terms.filter((each) => now > freeUntil(booking, each, now));
  if (late.some((each) => each.late === 'refused')) return { outcome: 'refused', words: '' };
  if (late.length === 0) return { outcome: 'free', words: '' };
  return { outcome: 'late', words: [...new Set(late.map(({ words }) => words).filter(Boolean))].join('\n') };
}
