import { useEffect } from 'react';
import { useDispatch } from 'react-redux';
import { sessionChanged, tokenRefreshed, useSession } from '@/api';
import { deviceReading } from '@/platform/device';
import { useCheckActiveLoginQuery, useGetUserFavDataQuery } from './api';

/** The login check runs at start-up and then every 24 hours (product.md 1.3). In milliseconds. */
const loginCheckInterval = 86_400_000;

/** Runs once a user is signed in: login check, favourites. */
export function useStartup(): void {
  const dispatch = useDispatch();
  const { isAuthenticated } = useSession();
  const { data: login } = useCheckActiveLoginQuery(deviceReading(), {
    skip: !isAuthenticated,
    pollingInterval: loginCheckInterval,
  });
  useGetUserFavDataQuery(undefined, { skip: !isAuthenticated });

  useEffect(() => {
    if (!login) return;
    dispatch(sessionChanged(login.data.session_data));
    dispatch(tokenRefreshed(login.data.refreshed_access_token));
  }, [dispatch, login]);
}
