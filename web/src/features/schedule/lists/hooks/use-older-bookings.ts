import { useState } from 'react';
import { asFailure, type AppointmentList, type BookingInfo, type BookingsList } from '@/api';
import { useLazyGetBookingInfoQuery } from '../../api';

/** How many bookings one further page brings. */
const PAGE = 50;

/** The statuses of which the schedule's first answer holds only the newest; what is open it holds whole. */
type ClosedStatus = 'completed' | 'cancelled' | 'rejected';
type Pages = 'every' | ClosedStatus;

const closedLists: Readonly<Partial<Record<AppointmentList, ClosedStatus>>> = {
  pending_review: 'completed',
  completed_requests: 'completed',
  cancelled_requests: 'cancelled',
  rejected_requests: 'rejected',
};

/** The pages a list grows by; null for the lists that are whole already. */
export const pagesOf = (list: AppointmentList): Pages | null => closedLists[list] ?? null;

interface Fetched {
  readonly bookings: BookingsList;
  /** null: there is nothing older. */
  readonly cursor: string | null;
}

/** The first answer with the older bookings that were asked for; of two rows of a booking the live one stays. */
function joined(first: BookingsList, pages: readonly BookingsList[]): BookingsList {
  const side = (name: keyof BookingsList) => {
    const rows = new Map(first[name].map((booking) => [booking.order_id, booking]));
    for (const page of pages) {
      for (const booking of page[name]) if (!rows.has(booking.order_id)) rows.set(booking.order_id, booking);
    }
    return [...rows.values()];
  };
  return { order: side('order'), request: side('request') };
}

/** Bookings beyond the first answer, page by page (get_booking_info with status, limit and cursor). */
export function useOlderBookings({ bookings_list, next_cursor }: BookingInfo) {
  const [ask] = useLazyGetBookingInfoQuery();
  const [fetched, setFetched] = useState<Partial<Record<Pages, Fetched>>>({});
  const [loading, setLoading] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const bookings = joined(bookings_list, Object.values(fetched).map((pages) => pages.bookings));

  /** Asks until something comes that is not on the screen yet, or there is nothing older. */
  async function more(pages: Pages): Promise<void> {
    const known = new Set([...bookings.order, ...bookings.request].map((booking) => booking.order_id));
    let { bookings: got, cursor } = fetched[pages] ?? { bookings: { order: [], request: [] }, cursor: pages === 'every' ? (next_cursor ?? null) : null };
    setLoading(true);
    setProblem(null);
    try {
      for (let isNew = false, first = true; !isNew && (first || cursor !== null); first = false) {
        const { data } = await ask({ limit: PAGE, ...(pages === 'every' ? {} : { status: pages }), ...(cursor ? { cursor } : {}) }).unwrap();
        const page = data.bookings_list;
        isNew = [...page.order, ...page.request].some((booking) => !known.has(booking.order_id));
        got = { order: [...got.order, ...page.order], request: [...got.request, ...page.request] };
        cursor = data.next_cursor ?? null;
      }
      setFetched((now) => ({ ...now, [pages]: { bookings: got, cursor } }));
    } catch (error) {
      setProblem(asFailure(error).main_msg);
    } finally {
      setLoading(false);
    }
  }

  return {
    bookings,
    more,
    loading,
    problem,
    /** Whether older ones may be there. */
    hasMore: (pages: Pages | null) => pages !== null && Boolean(next_cursor) && fetched[pages]?.cursor !== null,
  };
}

export type OlderBookings = ReturnType<typeof useOlderBookings>;
