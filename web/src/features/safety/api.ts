import { openhoursApi, type BlockedAccount, type CallMeta, type Envelope } from '@/api';

interface BlockedPage {
  accounts: BlockedAccount[];
  nextCursor: string | null;
}

/** The blocked accounts page by page. The cursor travels in a header. */
const blockedApi = openhoursApi.injectEndpoints({
  endpoints: (build) => ({
    blockedPages: build.infiniteQuery<BlockedPage, object, string>({
      infiniteQueryOptions: { initialPageParam: '', getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined },
      query: ({ pageParam }) => ({ url: '/api/get_blocked_accounts', params: { cursor: pageParam } }),
      transformResponse: ({ data }: Envelope<BlockedAccount[]>, meta: CallMeta | undefined) => ({ accounts: data, nextCursor: meta?.nextCursor ?? null }),
      providesTags: ['Blocks'],
    }),
  }),
});

export const {
  useAddToBlockMutation,
  useBlockedPagesInfiniteQuery,
  useGetFeedPostQuery,
  useGetProfilePostsAndAppointmentsQuery,
  useRemoveFromBlockMutation,
  useReportUserAccountMutation,
} = blockedApi;
