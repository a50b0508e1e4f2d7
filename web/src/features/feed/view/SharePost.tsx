import { SharePostDialog } from '@/features/share';
import { postAddress, usePostDialogs } from '../address';
import { authorOf } from '../post-model';
import { usePost } from '../use-post';

/** Sharing a post; what is shared is the address of its full view. */
export default function SharePost({ postId }: { postId: string }) {
  const { closeDialog } = usePostDialogs();
  const { query } = usePost(postId);
  const post = query.currentData;
  if (!post) return null;
  return <SharePostDialog author={authorOf(post)} brief={post.post_brief} url={postAddress(postId)} onClose={closeDialog} />;
}
