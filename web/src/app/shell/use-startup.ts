import { useEffect } from 'react';
import { useDispatch } from 'react-redux';
import { sessionChanged, tokenRefreshed, useSession } from '@/api';
import { usePushUpkeep } from '@/features/push';
import { useTranslation } from '@/i18n/use-translation';
import { deviceReading } from '@/platform/device';
import { storeForOffline } from '@/platform/service-worker';
import { useCheckActiveLoginQuery, useGetUserFavDataQuery } from './api';

/** How often a login of the staff is checked while they work. Without a check it is over after 30 minutes (product.md 1.3). In milliseconds. */
const pause = 120_000;

/** Checks a login of the staff while somebody works in this tab, so that it ends when nobody does. */
function useRefreshWhileWorking(refetch: () => unknown): void {
  const { accountType } = useSession();
  const isStaff = accountType === 'staff';
  useEffect(() => {
    if (!isStaff) return undefined;
    let checkedAt = Date.now();
    const refresh = () => {
      if (Date.now() - checkedAt < pause) return;
      checkedAt = Date.now();
      refetch();
    };
    const signs = ['pointerdown', 'keydown'] as const;
    for (const sign of signs) window.addEventListener(sign, refresh, { passive: true });
    return () => {
      for (const sign of signs) window.removeEventListener(sign, refresh);
    };
  }, [isStaff, refetch]);
}

/** The login check runs at start-up and then every 24 hours (product.md 1.3). In milliseconds. */
const loginCheckInterval = 86_400_000;

/** How long the app waits before it stores its code for later, so that the first screen comes first. In milliseconds. */
const storingPause = 5000;

/** Runs once a user is signed in: login check, favourites, and the app's code for times without a connection. */
export function useStartup(): void {
  const dispatch = useDispatch();
  const { i18n } = useTranslation();
  const { isAuthenticated, ownerId } = useSession();
  const { data: login, refetch } = useCheckActiveLoginQuery(deviceReading(), {
    skip: !isAuthenticated,
    pollingInterval: loginCheckInterval,
  });
  useGetUserFavDataQuery(undefined, { skip: !isAuthenticated });
  usePushUpkeep(ownerId);
  useRefreshWhileWorking(refetch);

  useEffect(() => {
    if (!login) return;
    dispatch(sessionChanged(login.data.session_data));
    dispatch(tokenRefreshed(login.data.refreshed_access_token));
  }, [dispatch, login]);

  useEffect(() => {
    if (!isAuthenticated) return undefined;
    const timer = setTimeout(() => void storeForOffline(i18n.language), storingPause);
    return () => clearTimeout(timer);
  }, [isAuthenticated, i18n.language]);
}
