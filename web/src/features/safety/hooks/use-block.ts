import { useDispatch } from 'react-redux';
import { forgetPostsOf, openhoursApi, useCircleAndBlocks } from '@/api';
import { useTranslation } from '@/i18n/use-translation';
import { toast } from '@/ui';
import { useAddToBlockMutation, useRemoveFromBlockMutation } from '../api';

/** After how long to refetch other services' data about a blocked account: they learn of it over the bus. In milliseconds. */
const REFETCH_DELAY = 1500;

/**
 * Whether the viewer blocks an account, and how to toggle it. A failure is silent (product.md 7.1). While that is unknown,
 * `toggle` only asks again. `isListed`: the account stands in the list of blocked ones, so it is blocked.
 */
export function useBlock(userId: string, isListed = false) {
  const { t } = useTranslation('safety');
  const dispatch = useDispatch();
  const favourites = useCircleAndBlocks();
  const [add, adding] = useAddToBlockMutation();
  const [remove, removing] = useRemoveFromBlockMutation();
  const isUnknown = favourites.isUnknown && !isListed;
  const known = isListed || (favourites.known?.blocks_info.some(({ user_id }) => user_id === userId) ?? false);
  // The last answer counts until the list of blocks is refetched.
  const busy = adding.isLoading || removing.isLoading || (!isListed && favourites.isFetching && !favourites.known);
  /** Resolves to whether it was done. */
  const toggle = async (): Promise<boolean> => {
    if (isUnknown) {
      favourites.retry();
      return false;
    }
    const { error } = await (known ? remove({ iv_user_id: userId }) : add({ iv_user_id: userId }));
    if (error) return false;
    if (!known) forgetPostsOf(dispatch, userId);
    toast.done(t(known ? 'unblocked' : 'blocked'));
    setTimeout(() => dispatch(openhoursApi.util.invalidateTags(['Messages', 'Alerts'])), REFETCH_DELAY);
    return true;
  };
  /** What `toggle` would do, as the key of its text. */
  const action: 'unknown' | 'unblock' | 'block' = isUnknown ? 'unknown' : known ? 'unblock' : 'block';
  return { blocked: known, action, busy, toggle };
}
