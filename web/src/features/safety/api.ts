import {
  openhoursApi,
  type AppointmentWithProvider,
  type BlockedAccount,
  type CallMeta,
  type Envelope,
  type FeedPost,
  type GuestBlock,
} from '@/api';

interface BlockedGuestPage {
  guests: GuestBlock[];
  nextCursor: string | null;
}

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
      transformResponse: ({ data }: Envelope<BlockedAccount[]>, meta: CallMeta | undefined) => ({
        accounts: data,
        nextCursor: meta?.nextCursor ?? null,
      }),
      providesTags: ['Blocks'],
    }),
    blockedGuestPages: build.infiniteQuery<BlockedGuestPage, object, string>({
      infiniteQueryOptions: { initialPageParam: '', getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined },
      query: ({ pageParam }) => ({ url: '/api/get_blocked_guests', params: { cursor: pageParam } }),
      transformResponse: ({ data }: Envelope<{ guests: GuestBlock[]; next_cursor: string | null }>) => ({
        guests: data.guests,
        nextCursor: data.next_cursor,
      }),
      providesTags: ['Blocks'],
    }),
  }),
});

/** A page of an account's posts, and the appointments with it, to choose from. */
type ReportablePage = Envelope<{
  provider_posts: FeedPost[];
  appointments_with_provider: AppointmentWithProvider[];
  next_cursor: string | null;
  missing: string[];
}>;

const reportableApi = blockedApi.injectEndpoints({
  endpoints: (build) => ({
    reportablePages: build.infiniteQuery<ReportablePage, { ownerId: string; viewerId: string }, string>({
      infiniteQueryOptions: { initialPageParam: '', getNextPageParam: ({ data }) => data.next_cursor ?? undefined },
      query: ({ queryArg: { ownerId, viewerId }, pageParam }) => ({
        url: `/api/get_profile_posts_and_appointments/${ownerId}/${viewerId}`,
        params: { cursor: pageParam },
      }),
    }),
  }),
});

export const {
  useAddToBlockMutation,
  useBlockedGuestPagesInfiniteQuery,
  useBlockedPagesInfiniteQuery,
  useBlockGuestMutation,
  useGetFeedPostQuery,
  useRemoveFromBlockMutation,
  useReportablePagesInfiniteQuery,
  useReportUserAccountMutation,
  useUnblockGuestMutation,
} = reportableApi;
