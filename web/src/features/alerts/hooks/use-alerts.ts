import { whole } from '@/api';
import { usePaged } from '@/ui/use-paged';
import { useAlertPagesInfiniteQuery, useGetUserAlertsQuery, useUpdateAlertStatusMutation } from '../api';
import { mergeAlerts } from '../model';

/** All alerts as one list: live updates at the top, older alerts page by page. */
export function useAlerts() {
  const live = useGetUserAlertsQuery(whole).currentData?.data;
  const { query, more } = usePaged(useAlertPagesInfiniteQuery(whole, { refetchOnMountOrArgChange: true }));
  const pages = query.currentData?.flatMap(({ alerts }) => alerts);
  // Before the pages have loaded, an empty list does not mean that there are no alerts.
  const alerts = pages || live?.alerts_list.length ? mergeAlerts(live?.alerts_list ?? [], pages ?? []) : undefined;
  return {
    query: { ...query, currentData: alerts },
    // Whether there is more is known only once the pages have loaded.
    more: pages ? more : { ...more, state: query.isError ? ('failed' as const) : ('loading' as const), load: () => void query.refetch() },
    unread: live?.unread ?? 0,
    orders: live?.bookings_list.order ?? [],
  };
}

/** Marks alerts as read, by their ids or all of them. The lists show it at once. */
export function useMarkRead() {
  const [update] = useUpdateAlertStatusMutation();
  return (ids: string[] | 'all') => void update({ iv_notification_ids: ids, iv_status: 'read' });
}
