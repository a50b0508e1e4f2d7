import { useMemo } from 'react';
import { appointmentGroups, useGetUserAlertsQuery, useGetUserFavDataQuery, useSession, whole } from '@/api';

const none = { order: [], request: [] };

/** The counts that menus, badges and the appointment alert show for the signed-in account. */
export function useAccountFacts() {
  const { isAuthenticated } = useSession();
  const alerts = useGetUserAlertsQuery(whole, { skip: !isAuthenticated });
  const favourites = useGetUserFavDataQuery(undefined, { skip: !isAuthenticated });
  const data = isAuthenticated ? alerts.data?.data : undefined;
  const bookings = data?.bookings_list ?? none;
  const groups = useMemo(() => appointmentGroups(bookings, new Date()), [bookings]);
  const interests = (isAuthenticated && favourites.data?.data.interest_info) || [];
  const bookmarks = (isAuthenticated && favourites.data?.data.bookmark_info) || [];
  return {
    groups,
    activeAlerts: (data?.alerts_list ?? []).filter((alert) => alert.status === 'active').length,
    circle: interests.length,
    trusted: interests.filter((interest) => interest.trusted).length,
    bookmarks: bookmarks.length,
  };
}

export type AccountFacts = ReturnType<typeof useAccountFacts>;
