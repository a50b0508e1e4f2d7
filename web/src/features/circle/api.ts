import type { Dispatch } from '@reduxjs/toolkit';
import {
  openhoursApi,
  showUntilSettled,
  updateKind,
  type CallMeta,
  type Envelope,
  type Favourites,
  type Interest,
  type TrustStatus,
} from '@/api';

/** The whole circle, or its trusted providers only. */
export type CircleFilter = 'all' | 'trusted';

interface CirclePage {
  providers: Interest[];
  nextCursor: string | null;
}

/** How many providers one page holds. */
const PAGE_SIZE = 20;

/** The circle page by page. The cursor travels in a header. */
const circleApi = openhoursApi.injectEndpoints({
  endpoints: (build) => ({
    circlePages: build.infiniteQuery<CirclePage, CircleFilter, string>({
      infiniteQueryOptions: { initialPageParam: '', getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined },
      query: ({ queryArg, pageParam }) => ({
        url: '/api/get_my_circle',
        params: { filter: queryArg, limit: PAGE_SIZE, cursor: pageParam },
      }),
      transformResponse: ({ data }: Envelope<Interest[]>, meta: CallMeta | undefined) => ({
        providers: data,
        nextCursor: meta?.nextCursor ?? null,
      }),
      providesTags: ['Circle'],
    }),
  }),
});

export const {
  useAddNewInterestMutation,
  useCirclePagesInfiniteQuery,
  useGetTrustStatusQuery,
  useRemoveExistingInterestMutation,
  useUpdateTrustStatusMutation,
} = circleApi;

type Change = 'added' | 'removed' | 'trusted' | 'distrusted';
const circleChange = updateKind<Change>('circle');

circleChange.shownIn<Envelope<Favourites>>('getUserFavData', ({ data }, { id, value: change }) => {
  const known = data.interest_info.find(({ provider_id }) => provider_id === id);
  const trusted = change === 'trusted';
  if (change === 'removed') data.interest_info = data.interest_info.filter((one) => one !== known);
  else if (!known && change !== 'distrusted') data.interest_info.push({ provider_id: id, trusted });
  else if (known && change !== 'added') known.trusted = trusted;
});

circleChange.shownIn<Envelope<TrustStatus>>('getTrustStatus', ({ data }, { id, value: change }, { arg }) => {
  if (arg === id && change !== 'added') data.trust_status = change === 'trusted';
});

circleChange.shownIn<{ pages: CirclePage[] }>('circlePages', ({ pages }, { id, value: change }, { arg: filter }) => {
  const isRemoved = change === 'removed' || (filter === 'trusted' && change !== 'trusted');
  for (const page of pages) {
    if (isRemoved) page.providers = page.providers.filter(({ provider_id }) => provider_id !== id);
    else for (const one of page.providers) if (one.provider_id === id) one.trusted = change === 'trusted';
  }
});

/** Shows in every list and count what the user does with a provider, until the caller says how it ended. */
export const showInCircle = (dispatch: Dispatch, providerId: string, change: Change) =>
  showUntilSettled(dispatch, circleChange.of(providerId, change));
