/** The sessions of a booking to which one side did not come (product.md 4.7). */

import { parseJsonList, type BookedSession, type BookingData, type Side } from '@/api';

export interface NoShow {
  /** The place of the session in its booking, from 1. */
  readonly position: number;
  readonly absent: 'client' | 'provider';
  readonly note: string;
  readonly reported_at: string;
  readonly contest_until: string;
  /** '' unless it is contested. */
  readonly contested_at: string;
  readonly contest: string;
}

/** Those of a booking, in order of time; none in bookings from before they were kept. */
export const noShowsOf = (booking: Pick<BookingData, 'no_shows'>): NoShow[] => parseJsonList<NoShow>(booking.no_shows ?? '[]');

const ROLE = { order: 'provider', request: 'client' } as const satisfies Record<Side, NoShow['absent']>;

/** The newest one that this side can contest still. */
export const contestable = (booking: Pick<BookingData, 'no_shows'>, side: Side, now: Date): NoShow | undefined =>
  noShowsOf(booking).findLast((each) => each.absent === ROLE[side] && !each.contested_at && now < new Date(each.contest_until));

/** When the session of a no-show began. */
export function startOf(booking: Pick<BookingData, 'session_time' | 'provider_start_time'>, { position }: NoShow): string {
  return parseJsonList<BookedSession>(booking.session_time)[position - 1]?.provider_start_time ?? booking.provider_start_time;
}
