import { SharePostDialog } from '@/features/share';
import { postUrl, usePostDialogs } from '@/routing';
import { usePost } from '../../hooks/use-post';
import { authorOf } from '../../post-model';

/** Shares a post by the address of its detail view. */
export default function SharePost({ postId }: { postId: string }) {
  const { closeDialog } = usePostDialogs();
  const { query } = usePost(postId);
  const post = query.currentData;
  if (!post) return null;
  return <SharePostDialog author={authorOf(post)} brief={post.post_brief} url={postUrl(postId)} onClose={closeDialog} />;
}
