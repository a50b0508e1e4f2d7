import { useDispatch } from 'react-redux';
import { openhoursApi } from '@/api';
import { showInCircle } from '../api';

/** After how long to refetch the circle: trust from a rating reaches it over the bus. In milliseconds. */
const REFETCH_DELAY = 1500;

/** After a rating that trusts its provider: circle, counts and page show the trust at once. */
export function useShowAsTrusted(): (providerId: string) => void {
  const dispatch = useDispatch();
  return (providerId) => {
    showInCircle(dispatch, providerId, 'trusted').confirm();
    setTimeout(() => dispatch(openhoursApi.util.invalidateTags(['Favourites', 'Circle', 'Profile'])), REFETCH_DELAY);
  };
}
