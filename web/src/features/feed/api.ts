import { openhoursApi } from '@/api';

/** The calls that this feature makes. */
export const {
  useCreatePostFeedCommentMutation,
  useCreateRepostFeedContentMutation,
  useDeletePostFeedCommentMutation,
  useGetFeedPostQuery,
} = openhoursApi;
