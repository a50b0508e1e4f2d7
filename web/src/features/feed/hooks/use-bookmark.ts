import type { ThunkDispatch, UnknownAction } from '@reduxjs/toolkit';
import { useTranslation } from 'react-i18next';
import { useDispatch } from 'react-redux';
import { asFailure, openhoursApi, type FeedPost } from '@/api';
import { toast } from '@/ui';
import { useMembersOnly } from './use-members-only';

const { addNewBookmark, removeExistingBookmark } = openhoursApi.endpoints;

/** A store's, which takes calls too. There are many cards, and few are tapped: none carries the state of a call. */
type Dispatch = ThunkDispatch<unknown, unknown, UnknownAction>;

/** Whether a post is bookmarked, and the other way round at once; the toasts are the spec's (spec 2, section 8). */
export function useBookmark({ post_id, status }: FeedPost) {
  const { t } = useTranslation('feed');
  const membersOnly = useMembersOnly();
  const dispatch = useDispatch<Dispatch>();
  const on = status === 'bookmarked';
  const change = async () => {
    const bookmark = { iv_bookmark_value: post_id, iv_bookmark_type: 'post' } as const;
    try {
      await dispatch((on ? removeExistingBookmark : addNewBookmark).initiate(bookmark)).unwrap();
      toast.done(t(on ? 'bookmarkRemoved' : 'bookmarkAdded'));
    } catch (error) {
      const { kind, main_msg } = asFailure(error);
      // What failed for want of a server is told by the app; a bookmark refused says nothing but goes back (spec 2, section 8).
      if (kind === 'not_found') toast.failed(main_msg);
    }
  };
  return { on, toggle: () => membersOnly('guestBookmark', () => void change()) };
}
