import type { ComponentType } from 'react';
import type { ThunkDispatch, UnknownAction } from '@reduxjs/toolkit';
import {
  IconArrowBackUp,
  IconBookmark,
  IconBookmarkFilled,
  IconFlag,
  IconMessageCircle,
  IconRepeat,
  IconShare3,
} from '@tabler/icons-react';
import { useDispatch } from 'react-redux';
import { asFailure, openhoursApi, useSession, type FeedPost } from '@/api';
import { useTranslation } from '@/i18n/use-translation';
import { usePostDialogs } from '@/routing';
import { toast } from '@/ui';
import { useMembersOnly } from '../hooks/use-members-only';
import { rightsOn } from '../post-model';
import classes from './PostActions.module.css';

interface ActionButtonProps {
  label: string;
  icon: ComponentType<{ size: number; 'aria-hidden': true }>;
  onClick: () => void;
  count?: number;
  pressed?: boolean;
}

function ActionButton({ label, icon: Picture, onClick, count = 0, pressed }: ActionButtonProps) {
  return (
    <button
      type="button"
      className={classes.action}
      title={label}
      aria-label={count ? `${label} ${count}` : label}
      aria-pressed={pressed}
      onClick={onClick}
    >
      <Picture size={20} aria-hidden />
      {count ? <span aria-hidden>{count}</span> : null}
    </button>
  );
}

interface PostActionsProps {
  post: FeedPost;
  /** The actions are in the post's detail view: what they open replaces it. */
  inView?: boolean;
}

/** The action icons of a post, depending on the viewer's rights (product.md 6.6 to 6.8). */
export function PostActions({ post, inView = false }: PostActionsProps) {
  const { t } = useTranslation('feed');
  const { ownerId } = useSession();
  const { show, open } = usePostDialogs();
  const membersOnly = useMembersOnly();
  const bookmark = useBookmark(post);
  const rights = rightsOn(post, ownerId);
  return (
    <div className={classes.actions}>
      <ActionButton
        label={t('comments')}
        icon={IconMessageCircle}
        count={post.comment_count}
        onClick={() => show(post.post_id, 'comments', inView)}
      />
      {rights.repost ? (
        <ActionButton
          label={t('repost')}
          icon={IconRepeat}
          count={post.repost_count}
          onClick={() => membersOnly('guestAction', () => show(post.post_id, 'repost', inView))}
        />
      ) : null}
      {rights.undo ? (
        <ActionButton
          label={t('undoRepost')}
          icon={IconArrowBackUp}
          count={post.repost_count}
          onClick={() => open('manage_post', post.post_id, inView)}
        />
      ) : null}
      <ActionButton
        label={t('share')}
        icon={IconShare3}
        onClick={() => membersOnly('guestAction', () => open('share_post', post.post_id))}
      />
      {rights.report ? (
        <ActionButton
          label={t('report')}
          icon={IconFlag}
          onClick={() => membersOnly('guestAction', () => open('report_post', post.post_id, inView))}
        />
      ) : null}
      <span className={classes.space} />
      <ActionButton
        label={t('bookmark')}
        icon={bookmark.on ? IconBookmarkFilled : IconBookmark}
        count={post.bookmark_count}
        pressed={bookmark.on}
        onClick={bookmark.toggle}
      />
    </div>
  );
}

const { addNewBookmark, removeExistingBookmark } = openhoursApi.endpoints;

/** A store dispatch that accepts thunks. With many cards and few taps, no card holds the state of a call. */
type Dispatch = ThunkDispatch<unknown, unknown, UnknownAction>;

/** Whether a post is bookmarked, and how to toggle it at once (product.md 6.8). */
function useBookmark({ post_id, status }: FeedPost) {
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
      // The app itself reports an unavailable server. A refused bookmark only reverts, silently.
      if (kind === 'not_found') toast.failed(main_msg);
      else if (kind === 'waiting') toast.done(main_msg);
    }
  };
  return { on, toggle: () => membersOnly('guestBookmark', () => void change()) };
}
