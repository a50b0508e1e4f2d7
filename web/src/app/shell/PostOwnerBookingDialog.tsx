import { useSession } from '@/api';
import { authorOf, usePost } from '@/features/feed';
import { BookingDialog } from '@/features/provider';
import { usePostDialogs } from '@/routing';

/**
 * The booking dialog of a post's owner; for a repost, of the original's owner. Renders nothing for the user's own post.
 */
export default function PostOwnerBookingDialog({ postId }: { postId: string }) {
  const { ownerId } = useSession();
  const { closeBooking } = usePostDialogs();
  const { query } = usePost(postId);
  const post = query.currentData;
  if (!post) return null;
  const { id } = authorOf(post);
  return id === ownerId ? null : <BookingDialog ownerId={id} onClose={closeBooking} />;
}
