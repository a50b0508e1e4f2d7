import { useState, type FormEvent } from 'react';
import { useDispatch } from 'react-redux';
import { useLocation } from 'react-router-dom';
import { changePost, forgetPost, openhoursApi, type FeedPost } from '@/api';
import { useCallForm } from '@/forms';
import { paths } from '@/routing';
import { useFeedPostDeleteArchiveRestoreMutation } from '../api';
import type { ManageAction } from '../manage-actions';

/** Chooses an action on a post and performs it. */
export function useManagePost(post: FeedPost, offered: readonly ManageAction[], onEdit: () => void) {
  const isRepost = post.post_type === 'repost';
  const [actionToConfirm, setActionToConfirm] = useState<ManageAction | null>(null);
  const [act] = useFeedPostDeleteArchiveRestoreMutation();
  const settle = useUpdateLists(post);
  const form = useCallForm({
    call: 'feed_post_delete_archive_restore',
    // A repost can only be undone: there is nothing to choose.
    initial: { iv_action: isRepost ? 'delete' : '' },
    send: ({ iv_action }) => act({ iv_post_id: post.post_id, iv_action: iv_action as Exclude<ManageAction, 'edit'> }).unwrap(),
    onDone: (_answer, { iv_action }) => settle(iv_action as ManageAction),
  });
  const action = offered.find((one) => one === form.form.values.iv_action);
  const asking = actionToConfirm !== null && actionToConfirm === action;
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    if (action !== 'edit' && (action !== 'delete' || asking)) return form.formProps.onSubmit(event);
    event.preventDefault();
    if (action === 'edit') onEdit();
    else setActionToConfirm(action);
  };
  return { form, action, asking, refuse: () => setActionToConfirm(null), onSubmit, isRepost };
}

/** Updates the lists: a deleted post disappears; an archived one stays in its owner's list only. */
function useUpdateLists({ post_id }: FeedPost): (action: ManageAction) => void {
  const dispatch = useDispatch();
  const { pathname } = useLocation();
  return (action) => {
    if (action === 'delete') return forgetPost(dispatch, post_id);
    if (pathname !== paths.myPosts) return forgetPost(dispatch, post_id);
    changePost(dispatch, post_id, { status: action === 'archive' ? 'archived' : 'active' });
    dispatch(openhoursApi.util.invalidateTags(['Posts']));
  };
}
