import { alertsRead, openhoursApi, problemOf, showAsRead, showAsUnread, type Alert, type CallMeta, type Envelope } from '@/api';

interface AlertPage {
  alerts: Alert[];
  nextCursor: string | null;
  /** Why the page holds no alerts although there may be some; null when it is whole. */
  problem: string | null;
}

/** How many alerts one page holds. */
const PAGE_SIZE = 20;

/** The alerts page by page. The cursor travels in a header. */
const alertsApi = openhoursApi.injectEndpoints({
  endpoints: (build) => ({
    alertPages: build.infiniteQuery<AlertPage, object, string>({
      infiniteQueryOptions: { initialPageParam: '', getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined },
      query: ({ pageParam }) => ({ url: '/api/get_user_alerts', params: { limit: PAGE_SIZE, cursor: pageParam } }),
      transformResponse: (answer: Envelope<{ alerts_list: Alert[] }>, meta: CallMeta | undefined) => ({
        alerts: answer.data.alerts_list,
        nextCursor: meta?.nextCursor ?? null,
        problem: problemOf(answer, 'alerts'),
      }),
      providesTags: ['Alerts'],
    }),
  }),
});

export const { useAlertPagesInfiniteQuery, useGetUserAlertsQuery, useUpdateAlertStatusMutation } = alertsApi;

alertsRead.shownIn<{ pages: AlertPage[] }, string[]>(
  'alertPages',
  ({ pages }, { value }) => pages.flatMap(({ alerts }) => showAsRead(alerts, value)),
  ({ pages }, marked) => pages.forEach(({ alerts }) => showAsUnread(alerts, marked)),
);
