import { useMemo } from 'react';
import { sideCounts, useSession, waitingBookings, whole } from '@/api';
import { useAppBadge } from '@/features/push';
import { useNow } from '@/ui';
import { useGetConversationsQuery, useGetUserAlertsQuery, useGetUserFavDataQuery } from './api';

const none = { order: [], request: [] };
/** Only the number of unread messages is shown here. */
const oneConversation = { limit: 1 } as const;

/** The counts that menus, badges and the appointment alert show for the signed-in account. */
export function useAccountCounts() {
  const { isAuthenticated } = useSession();
  const alerts = useGetUserAlertsQuery(whole, { skip: !isAuthenticated });
  const favourites = useGetUserFavDataQuery(undefined, { skip: !isAuthenticated });
  const messages = useGetConversationsQuery(oneConversation, { skip: !isAuthenticated });
  const now = useNow();
  const data = isAuthenticated ? alerts.data?.data : undefined;
  const bookings = data?.bookings_list ?? none;
  const counts = useMemo(() => sideCounts(bookings, now), [bookings, now]);
  const waiting = useMemo(() => waitingBookings(bookings, now), [bookings, now]);
  const interests = (isAuthenticated && favourites.data?.data.interest_info) || [];
  const bookmarks = (isAuthenticated && favourites.data?.data.bookmark_info) || [];
  const activeAlerts = data?.unread ?? 0;
  const unreadMessages = (isAuthenticated && messages.data?.data.unread) || 0;
  useAppBadge(activeAlerts + unreadMessages);
  return {
    /** How many bookings each list shows. */
    counts,
    /** The bookings that the appointment alert lists. */
    waiting,
    /** Counts all alerts, not only the loaded ones. */
    activeAlerts,
    /** Whether the server has answered how many there are. */
    alertsKnown: data !== undefined,
    unreadMessages,
    circle: interests.length,
    trusted: interests.filter((interest) => interest.trusted).length,
    bookmarks: bookmarks.length,
  };
}

export type AccountCounts = ReturnType<typeof useAccountCounts>;
