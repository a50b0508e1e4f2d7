import type { Dispatch as PlainDispatch } from '@reduxjs/toolkit';
import { openhoursApi, type CallMeta, type Envelope, type Interest } from '@/api';

/** The whole circle, or those of it who are trusted. */
export type CircleFilter = 'all' | 'trusted';

interface CirclePage {
  providers: Interest[];
  nextCursor: string | null;
}

/** How many providers a page brings. */
const PAGE_SIZE = 20;

/** The circle page by page; the cursor travels in a header. */
export const circleApi = openhoursApi.injectEndpoints({
  endpoints: (build) => ({
    circlePages: build.infiniteQuery<CirclePage, CircleFilter, string>({
      infiniteQueryOptions: { initialPageParam: '', getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined },
      query: ({ queryArg, pageParam }) => ({ url: '/api/get_my_circle', params: { filter: queryArg, limit: PAGE_SIZE, cursor: pageParam } }),
      transformResponse: ({ data }: Envelope<Interest[]>, meta: CallMeta | undefined) => ({ providers: data, nextCursor: meta?.nextCursor ?? null }),
      providesTags: ['Circle'],
    }),
  }),
});

export const {
  useAddNewInterestMutation,
  useCirclePagesInfiniteQuery,
  useGetTrustStatusQuery,
  useGetUserFavDataQuery,
  useRemoveExistingInterestMutation,
  useUpdateTrustStatusMutation,
} = circleApi;

type Dispatch = (action: unknown) => { undo: () => void };
type Change = 'added' | 'removed' | 'trusted' | 'distrusted';

/** Shows at once, in every list and count that is held, what was done with a provider; answers how to take it back. */
export function showInCircle(dispatch: PlainDispatch, providerId: string, change: Change): () => void {
  const run = dispatch as Dispatch;
  const { updateQueryData } = openhoursApi.util;
  const trusted = change === 'trusted';
  const isOther = ({ provider_id }: { provider_id: string }) => provider_id !== providerId;
  const patches = [
    run(
      updateQueryData('getUserFavData', undefined, ({ data }) => {
        const known = data.interest_info.find((one) => !isOther(one));
        if (change === 'removed') data.interest_info = data.interest_info.filter(isOther);
        else if (!known && change !== 'distrusted') data.interest_info.push({ provider_id: providerId, trusted });
        else if (known && change !== 'added') known.trusted = trusted;
      }),
    ),
    run(updateQueryData('getTrustStatus', providerId, ({ data }) => void (data.trust_status = change === 'added' ? data.trust_status : trusted))),
    ...(['all', 'trusted'] as const).map((filter) =>
      run(
        circleApi.util.updateQueryData('circlePages', filter, ({ pages }) => {
          for (const page of pages) {
            if (change === 'removed' || (filter === 'trusted' && !trusted)) page.providers = page.providers.filter(isOther);
            else for (const one of page.providers) if (!isOther(one)) one.trusted = trusted;
          }
        }),
      ),
    ),
  ];
  return () => patches.forEach((patch) => patch.undo());
}
