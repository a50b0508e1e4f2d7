import { useTranslation } from 'react-i18next';
import { asFailure, useAddNewBookmarkMutation, useRemoveExistingBookmarkMutation, type FeedPost } from '@/api';
import { toast } from '@/ui';
import { useMembersOnly } from './members-only';

/** Whether a post is bookmarked, and the other way round at once; the toasts are the spec's (spec 2, section 8). */
export function useBookmark({ post_id, status }: FeedPost) {
  const { t } = useTranslation('feed');
  const membersOnly = useMembersOnly();
  const [add] = useAddNewBookmarkMutation();
  const [remove] = useRemoveExistingBookmarkMutation();
  const on = status === 'bookmarked';
  const change = async () => {
    const bookmark = { iv_bookmark_value: post_id, iv_bookmark_type: 'post' } as const;
    try {
      await (on ? remove(bookmark) : add(bookmark)).unwrap();
      toast.done(t(on ? 'bookmarkRemoved' : 'bookmarkAdded'));
    } catch (error) {
      const { kind, main_msg } = asFailure(error);
      // What failed for want of a server is told by the app; a bookmark refused says nothing but goes back (spec 2, section 8).
      if (kind === 'not_found') toast.failed(main_msg);
    }
  };
  return { on, toggle: () => membersOnly('guestBookmark', () => void change()) };
}
