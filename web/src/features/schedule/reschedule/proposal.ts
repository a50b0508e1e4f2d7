import { listIn, type BookedSession, type BookingData, type Side } from '@/api';

/** A session's time, held or proposed. */
export type TimeSpan = Pick<BookedSession, 'provider_start_time' | 'provider_end_time'>;

export interface Proposal {
  readonly sessions: readonly TimeSpan[];
  readonly note: string;
  /** Whether the viewer proposed it; else it is for the viewer to answer. */
  readonly mine: boolean;
}

/** The new time that waits for an answer, if there is one. */
export function proposalOf(booking: BookingData, side: Side): Proposal | null {
  const sessions = listIn<TimeSpan>(booking.proposed_session_time);
  if (!booking.proposed_by || sessions.length === 0) return null;
  return { sessions, note: booking.proposed_note, mine: booking.proposed_by === (side === 'order' ? 'provider' : 'client') };
}

/** The sessions as agreed; a booking whose sessions cannot be read is one session. */
export function sessionsOf(booking: BookingData): readonly TimeSpan[] {
  const sessions = listIn<TimeSpan>(booking.session_time);
  return sessions.length > 0 ? sessions : [booking];
}

/** Pending and accepted appointments can be moved until they begin. */
export const canBeRescheduled = (booking: BookingData, now: Date): boolean =>
  ['pending', 'accepted'].includes(booking.request_status) && new Date(booking.provider_start_time) > now;
