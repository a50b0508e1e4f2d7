import { useEffect } from 'react';
import { useDispatch, useSelector } from 'react-redux';
import { useLocation, useNavigate, useSearchParams } from 'react-router-dom';
import { pageWanted, selectWantedPage, sessionGranted, type Envelope, type SessionGranted } from '@/api';
import { paths, postSearch } from '@/routing';

interface CameFrom {
  from?: string;
}

/**
 * The page that the user left to sign in, such as an unfinished booking, or that asked for it, such as a mail's link. It
 * belongs to this entry of the history: whoever goes elsewhere instead does not come back to it.
 */
function usePreviousPage(): string | null {
  const { pathname, search, state } = useLocation();
  const dispatch = useDispatch();
  const navigate = useNavigate();
  const wanted = useSelector(selectWantedPage);
  useEffect(() => {
    if (!wanted) return;
    void navigate({ pathname, search }, { replace: true, state: { from: wanted } satisfies CameFrom });
    dispatch(pageWanted(''));
  }, [dispatch, navigate, pathname, search, wanted]);
  const from = wanted || (state as CameFrom | null)?.from;
  return typeof from === 'string' && /^\/(?!\/)/.test(from) ? from : null;
}

/** Stores the granted session and continues to the post or page being booked, or to `next`. */
export function useAfterSignIn(next: string): (answer: Envelope<SessionGranted>) => void {
  const dispatch = useDispatch();
  const navigate = useNavigate();
  const [params] = useSearchParams();
  const from = usePreviousPage();
  const post = postSearch(params);
  return ({ data }) => {
    dispatch(
      sessionGranted({
        ...data.session_data,
        accessToken: data.access_token,
        accessTokenExpiry: data.access_token_expiry,
      }),
    );
    const target = post ? `${paths.feed}${post}` : (from ?? next);
    void navigate(target, { replace: true });
  };
}
