import { useDispatch } from 'react-redux';
import { openhoursApi } from '@/api';
import { showInCircle } from '../api';

/** After how long the circle is asked for anew: a rating's trust reaches it over the bus; in milliseconds. */
const HEARD_AFTER = 1500;

/** A rating said that its provider is trusted: circle, counts and page show it at once. */
export function useShowAsTrusted(): (providerId: string) => void {
  const dispatch = useDispatch();
  return (providerId) => {
    showInCircle(dispatch, providerId, 'trusted').keep();
    setTimeout(() => dispatch(openhoursApi.util.invalidateTags(['Favourites', 'Circle', 'Profile'])), HEARD_AFTER);
  };
}
