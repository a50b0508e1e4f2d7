import type { BookingData } from '@/api';

/** A booking that arrived by itself, and whether a list that was asked for earlier can lack it. */
export interface Heard {
  readonly booking: BookingData;
  readonly sinceAsked: boolean;
}

/**
 * The bookings that arrived by themselves, one at a time, to be set against lists of all of them: an answer tells of the
 * moment at which it was made, and may arrive after news of a later one.
 */
export function latestBookings() {
  const heard = new Map<string, { booking: BookingData; at: number }>();
  const askedAt = new Map<string, number>();
  let count = 0;
  return {
    hear(booking: BookingData): void {
      const known = heard.get(booking.order_id);
      count += 1;
      if (!known || booking.revision >= known.booking.revision) heard.set(booking.order_id, { booking, at: count });
    },
    /** A list was asked for under this id. */
    asked(requestId: string): void {
      askedAt.set(requestId, count);
    },
    /** Its answer is there, or will not come: what was heard, and what of it after the list was asked for. */
    answered(requestId: string): Heard[] {
      const mark = askedAt.get(requestId) ?? count;
      askedAt.delete(requestId);
      return [...heard.values()].map(({ booking, at }) => ({ booking, sinceAsked: at > mark }));
    },
    /** Somebody else is signed in. */
    forget(): void {
      heard.clear();
      askedAt.clear();
    },
  };
}

/** What happened, one thing after another, while lists were on their way: their answers may be older than it. */
export function meanwhile<Change>() {
  const since = new Map<string, Change[]>();
  return {
    /** A list was asked for under this id, while some changes were on their way to the server. */
    asked: (requestId: string, underWay: Iterable<Change>): void => void since.set(requestId, [...underWay]),
    happened(change: Change): void {
      for (const changes of since.values()) changes.push(change);
    },
    /** It happened, and was undone. */
    undone(change: Change): void {
      for (const [requestId, changes] of since) since.set(requestId, changes.filter((one) => one !== change));
    },
    /** The answer is there, or will not come: what happened since it was asked for. */
    answered(requestId: string): Change[] {
      const changes = since.get(requestId) ?? [];
      since.delete(requestId);
      return changes;
    },
    /** Somebody else is signed in. */
    forget: (): void => since.clear(),
  };
}
