import { openhoursApi } from '@/api';

/** The calls that this feature makes. */
export const {
  useCreateNewFeedContentMutation,
  useFeedPostDeleteArchiveRestoreMutation,
  useGetAccountProfileQuery,
  useGetFeedPostQuery,
  useLazyGetAccountProviderServicesQuery,
  useUpdateFeedContentMutation,
} = openhoursApi;
