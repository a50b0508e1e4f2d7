import { parseJsonList, type BookedSession, type BookingData, type Side } from '@/api';

/** An agreed or proposed session time. */
export type TimeSpan = Pick<BookedSession, 'provider_start_time' | 'provider_end_time'>;

export interface Proposal {
  readonly sessions: readonly TimeSpan[];
  readonly note: string;
  /** Whether the viewer proposed it; otherwise the viewer answers it. */
  readonly mine: boolean;
}

/** The unanswered proposal, if there is one. */
export function proposalOf(booking: BookingData, side: Side): Proposal | null {
  const sessions = parseJsonList<TimeSpan>(booking.proposed_session_time);
  if (!booking.proposed_by || sessions.length === 0) return null;
  return { sessions, note: booking.proposed_note, mine: booking.proposed_by === (side === 'order' ? 'provider' : 'client') };
}

/** The agreed sessions. A booking with unreadable sessions counts as one session. */
export function sessionsOf(booking: BookingData): readonly TimeSpan[] {
  const sessions = parseJsonList<TimeSpan>(booking.session_time);
  return sessions.length > 0 ? sessions : [booking];
}

/** Pending and accepted appointments can be moved until they start. */
export const canBeRescheduled = (booking: BookingData, now: Date): boolean =>
  ['pending', 'accepted'].includes(booking.request_status) && new Date(booking.provider_start_time) > now;
