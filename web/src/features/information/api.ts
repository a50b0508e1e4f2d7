import { openhoursApi, type Envelope } from '@/api';
import type { OwnRequest, OwnRequests } from '@/api/generated/openhours';

export type { OwnRequest };

/** How many of the user's requests one page holds. */
const PAGE_SIZE = 10;

/** The user's support requests, page by page. A new one appears at the top at once. */
const requestsApi = openhoursApi
  .enhanceEndpoints({ addTagTypes: ['OwnRequests'], endpoints: { createUserRequest: { invalidatesTags: ['OwnRequests'] } } })
  .injectEndpoints({
    endpoints: (build) => ({
      ownRequestPages: build.infiniteQuery<OwnRequests, null, string>({
        infiniteQueryOptions: {
          initialPageParam: '',
          getNextPageParam: ({ next_cursor }) => next_cursor ?? undefined,
          refetchCachedPages: false,
        },
        query: ({ pageParam }) => ({ url: '/api/get_user_requests', params: { limit: PAGE_SIZE, cursor: pageParam } }),
        transformResponse: ({ data }: Envelope<OwnRequests>) => data,
        providesTags: ['OwnRequests'],
      }),
    }),
  });

export const { useCreateUserRequestMutation, useOwnRequestPagesInfiniteQuery, useRequestGuestDataMutation } = requestsApi;
