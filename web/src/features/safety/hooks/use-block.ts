import { useTranslation } from 'react-i18next';
import { useDispatch } from 'react-redux';
import { forgetPostsOf, openhoursApi, useSession } from '@/api';
import { toast } from '@/ui';
import { useAddToBlockMutation, useGetUserFavDataQuery, useRemoveFromBlockMutation } from '../api';

/** After how long what other services say of a blocked account is asked for anew: they hear of it over the bus; in milliseconds. */
const HEARD_AFTER = 1500;

/** Whether the viewer blocks an account, and changing that. What fails says nothing (spec 2, section 8). */
export function useBlock(userId: string) {
  const { t } = useTranslation('safety');
  const dispatch = useDispatch();
  const { isAuthenticated } = useSession();
  const { currentData } = useGetUserFavDataQuery(undefined, { skip: !isAuthenticated });
  const [add, adding] = useAddToBlockMutation();
  const [remove, removing] = useRemoveFromBlockMutation();
  const known = currentData?.data.blocks_info.some(({ user_id }) => user_id === userId) ?? false;
  // What was answered last is true before the list of blocks has come anew.
  const busy = adding.isLoading || removing.isLoading;
  /** Answers whether it was done. */
  const toggle = async (): Promise<boolean> => {
    const { error } = await (known ? remove({ iv_user_id: userId }) : add({ iv_user_id: userId }));
    if (error) return false;
    if (!known) forgetPostsOf(dispatch, userId);
    toast.done(t(known ? 'unblocked' : 'blocked'));
    setTimeout(() => dispatch(openhoursApi.util.invalidateTags(['Messages', 'Alerts'])), HEARD_AFTER);
    return true;
  };
  return { blocked: known, busy, toggle };
}
