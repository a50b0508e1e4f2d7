import { useState } from 'react';
import { asFailure, type AppointmentList, type BookingInfo, type BookingsList } from '@/api';
import { useLazyGetBookingInfoQuery } from '../../api';

/** How many bookings one further page holds. */
const PAGE = 50;

/** Statuses of which the first answer holds only the newest bookings. Open bookings are always complete. */
type ClosedStatus = 'completed' | 'cancelled' | 'rejected';
type Pages = 'every' | ClosedStatus;

const closedLists: Readonly<Partial<Record<AppointmentList, ClosedStatus>>> = {
  pending_review: 'completed',
  completed_requests: 'completed',
  cancelled_requests: 'cancelled',
  rejected_requests: 'rejected',
};

/** How a list loads older pages; null for lists that are complete. */
export const pagesOf = (list: AppointmentList): Pages | null => closedLists[list] ?? null;

interface Fetched {
  readonly bookings: BookingsList;
  /** null: there is nothing older. */
  readonly cursor: string | null;
}

/** Merges the first answer with the loaded older bookings. Of duplicates, the live row wins. */
function mergeBookings(first: BookingsList, pages: readonly BookingsList[]): BookingsList {
  const side = (name: keyof BookingsList) => {
    const rows = new Map(first[name].map((booking) => [booking.order_id, booking]));
    for (const page of pages) {
      for (const booking of page[name]) if (!rows.has(booking.order_id)) rows.set(booking.order_id, booking);
    }
    return [...rows.values()];
  };
  return { order: side('order'), request: side('request') };
}

type Ask = ReturnType<typeof useLazyGetBookingInfoQuery>[0];

const idsOf = ({ order, request }: BookingsList) => [...order, ...request].map((booking) => booking.order_id);

/** Asks for further pages until one brings a booking that is not `known`, or there is nothing older. */
async function fetchOlder(ask: Ask, pages: Pages, known: ReadonlySet<string>, { bookings, cursor }: Fetched): Promise<Fetched> {
  const { data } = await ask({ limit: PAGE, status: pages === 'every' ? undefined : pages, cursor: cursor ?? undefined }).unwrap();
  const page = data.bookings_list;
  const got: Fetched = {
    bookings: { order: [...bookings.order, ...page.order], request: [...bookings.request, ...page.request] },
    cursor: data.next_cursor ?? null,
  };
  const isDone = got.cursor === null || idsOf(page).some((id) => !known.has(id));
  return isDone ? got : fetchOlder(ask, pages, known, got);
}

/** Older bookings page by page (get_booking_info with status, limit and cursor). */
export function useOlderBookings({ bookings_list, next_cursor }: BookingInfo) {
  const [ask] = useLazyGetBookingInfoQuery();
  const [fetched, setFetched] = useState<Partial<Record<Pages, Fetched>>>({});
  const [loading, setLoading] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const bookings = mergeBookings(
    bookings_list,
    Object.values(fetched).map((pages) => pages.bookings),
  );

  /** Fetches until a page brings a new row, or there is nothing older. */
  async function more(pages: Pages): Promise<void> {
    const nothing: Fetched = { bookings: { order: [], request: [] }, cursor: pages === 'every' ? (next_cursor ?? null) : null };
    setLoading(true);
    setProblem(null);
    try {
      const got = await fetchOlder(ask, pages, new Set(idsOf(bookings)), fetched[pages] ?? nothing);
      setFetched((now) => ({ ...now, [pages]: got }));
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
    /** Whether there may be older ones. */
    hasMore: (pages: Pages | null) => pages !== null && Boolean(next_cursor) && fetched[pages]?.cursor !== null,
  };
}

export type OlderBookings = ReturnType<typeof useOlderBookings>;
