import { useSession } from '@/api';
import { BookingDialogOf } from '@/features/provider';
import { usePostDialogs } from '../address';
import { authorOf } from '../post-model';
import { usePost } from '../use-post';

/** The booking dialog of a post's owner, of a repost the original's; nobody's when that is the viewer (spec 1, section 2). */
export default function BookPostOwner({ postId }: { postId: string }) {
  const { ownerId } = useSession();
  const { closeBooking } = usePostDialogs();
  const { query } = usePost(postId);
  const post = query.currentData;
  if (!post) return null;
  const { id } = authorOf(post);
  return id === ownerId ? null : <BookingDialogOf ownerId={id} onClose={closeBooking} />;
}
