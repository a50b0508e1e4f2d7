import { useLocation, useNavigate } from 'react-router-dom';
import { useSession } from '@/api';
import { useTranslation } from '@/i18n/use-translation';
import { paths } from '@/routing';
import { toast } from '@/ui';

/** Runs an action for signed-in users. Guests get a toast that links to sign-in and back. */
export function useMembersOnly() {
  const { t } = useTranslation('feed');
  const { isAuthenticated } = useSession();
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  return (why: 'guestAction' | 'guestBookmark', act: () => void) => {
    if (isAuthenticated) return act();
    toast.offer(t(why), t('signIn'), () => void navigate(paths.signIn, { state: { from: pathname + search } }));
  };
}
