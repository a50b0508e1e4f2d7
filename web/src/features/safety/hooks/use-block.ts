import { useTranslation } from 'react-i18next';
import { useDispatch } from 'react-redux';
import { forgetPostsOf, openhoursApi, useSession } from '@/api';
import { toast } from '@/ui';
import { useAddToBlockMutation, useGetUserFavDataQuery, useRemoveFromBlockMutation } from '../api';

/** After how long to refetch other services' data about a blocked account: they learn of it over the bus. In milliseconds. */
const REFETCH_DELAY = 1500;

/** Whether the viewer blocks an account, and how to toggle it. A failure is silent (product.md 7.1). */
export function useBlock(userId: string) {
  const { t } = useTranslation('safety');
  const dispatch = useDispatch();
  const { isAuthenticated } = useSession();
  const { currentData } = useGetUserFavDataQuery(undefined, { skip: !isAuthenticated });
  const [add, adding] = useAddToBlockMutation();
  const [remove, removing] = useRemoveFromBlockMutation();
  const known = currentData?.data.blocks_info.some(({ user_id }) => user_id === userId) ?? false;
  // The last answer counts until the list of blocks is refetched.
  const busy = adding.isLoading || removing.isLoading;
  /** Resolves to whether it was done. */
  const toggle = async (): Promise<boolean> => {
    const { error } = await (known ? remove({ iv_user_id: userId }) : add({ iv_user_id: userId }));
    if (error) return false;
    if (!known) forgetPostsOf(dispatch, userId);
    toast.done(t(known ? 'unblocked' : 'blocked'));
    setTimeout(() => dispatch(openhoursApi.util.invalidateTags(['Messages', 'Alerts'])), REFETCH_DELAY);
    return true;
  };
  return { blocked: known, busy, toggle };
}
