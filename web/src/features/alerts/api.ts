import type { Dispatch as PlainDispatch } from '@reduxjs/toolkit';
import { openhoursApi, shownAsRead, shownAsUnread, whole, type Alert, type CallMeta, type Envelope, type Read } from '@/api';

interface AlertPage {
  alerts: Alert[];
  nextCursor: string | null;
}

/** How many alerts a page brings. */
const PAGE_SIZE = 20;

/** The alerts page by page; the cursor travels in a header. */
export const alertsApi = openhoursApi.injectEndpoints({
  endpoints: (build) => ({
    alertPages: build.infiniteQuery<AlertPage, object, string>({
      infiniteQueryOptions: { initialPageParam: '', getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined },
      query: ({ pageParam }) => ({ url: '/api/get_user_alerts', params: { limit: PAGE_SIZE, cursor: pageParam } }),
      transformResponse: ({ data }: Envelope<{ alerts_list: Alert[] }>, meta: CallMeta | undefined) => ({
        alerts: data.alerts_list,
        nextCursor: meta?.nextCursor ?? null,
      }),
      providesTags: ['Alerts'],
    }),
  }),
});

export const { useAlertPagesInfiniteQuery, useGetUserAlertsQuery, useUpdateAlertStatusMutation } = alertsApi;

type Dispatch = (action: unknown) => unknown;

/** Shows alerts of further pages as read; answers how to take it back. */
export function showAsRead(dispatch: PlainDispatch, ids: Read): () => void {
  const marked: string[] = [];
  const change = (recipe: (alerts: Alert[]) => void) =>
    (dispatch as Dispatch)(
      alertsApi.util.updateQueryData('alertPages', whole, ({ pages }) => {
        for (const { alerts } of pages) recipe(alerts);
      }),
    );
  change((alerts) => void marked.push(...shownAsRead(alerts, ids)));
  return () => change((alerts) => shownAsUnread(alerts, marked));
}
