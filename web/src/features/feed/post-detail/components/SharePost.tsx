import { SharePostDialog } from '@/features/share';
import { postUrl, usePostDialogs } from '@/routing';
import { usePost } from '../../hooks/use-post';
import { authorOf } from '../../post-model';

/** Sharing a post; what is shared is the address of its full view. */
export default function SharePost({ postId }: { postId: string }) {
  const { closeDialog } = usePostDialogs();
  const { query } = usePost(postId);
  const post = query.currentData;
  if (!post) return null;
  return <SharePostDialog author={authorOf(post)} brief={post.post_brief} url={postUrl(postId)} onClose={closeDialog} />;
}
