import { whole } from '@/api';
import { usePaged } from '@/ui/use-paged';
import { useAlertPagesInfiniteQuery, useGetUserAlertsQuery, useUpdateAlertStatusMutation } from '../api';
import { mergeAlerts } from '../model';

/** All alerts as one list: live updates at the top, older alerts page by page. */
export function useAlerts() {
  const live = useGetUserAlertsQuery(whole).currentData?.data;
  const { query, more } = usePaged(useAlertPagesInfiniteQuery(whole, { refetchOnMountOrArgChange: true }));
  const problem = query.currentData?.find((page) => page.problem !== null)?.problem ?? null;
  const loaded = query.currentData?.filter((page) => page.problem === null).flatMap(({ alerts }) => alerts);
  // A first page without its alerts says nothing about whether there are any.
  const pages = problem !== null && loaded?.length === 0 ? undefined : loaded;
  // Before the pages have loaded, an empty list does not mean that there are no alerts.
  const alerts = pages || live?.alerts_list.length ? mergeAlerts(live?.alerts_list ?? [], pages ?? []) : undefined;
  const isError = query.isError || problem !== null;
  const again = () => void query.refetch();
  return {
    query: { ...query, currentData: alerts, isError, error: problem === null ? query.error : { main_msg: problem } },
    // Whether there is more is known only once the pages have loaded.
    more:
      pages && problem === null
        ? more
        : { ...more, state: isError && !query.isFetching ? ('failed' as const) : ('loading' as const), load: again },
    unread: live?.unread ?? 0,
    orders: live?.bookings_list.order ?? [],
  };
}

/** Marks alerts as read, by their ids or all of them. The lists show it at once. */
export function useMarkRead() {
  const [update] = useUpdateAlertStatusMutation();
  return (ids: string[] | 'all') => void update({ iv_notification_ids: ids, iv_status: 'read' });
}
