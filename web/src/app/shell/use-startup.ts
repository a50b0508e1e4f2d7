import { useEffect } from 'react';
import { useDispatch } from 'react-redux';
import { useNavigate } from 'react-router-dom';
import { sessionChanged, tokenRefreshed, useSession } from '@/api';
import { usePushUpkeep } from '@/features/push';
import { deviceReading } from '@/platform/device';
import { pushPlatform } from '@/platform/native';
import { startPush } from '@/platform/push';
import { toast } from '@/ui';
import { useCheckActiveLoginQuery, useGetUserFavDataQuery, useRegisterPushTokenMutation } from './api';

/** The login check runs at start-up and then every 24 hours (product.md 1.3). In milliseconds. */
const loginCheckInterval = 86_400_000;

/** Runs once a user is signed in: login check, favourites, push. */
export function useStartup(): void {
  const dispatch = useDispatch();
  const navigate = useNavigate();
  const { isAuthenticated, ownerId } = useSession();
  const [registerPushToken] = useRegisterPushTokenMutation();
  const { data: login } = useCheckActiveLoginQuery(deviceReading(), {
    skip: !isAuthenticated,
    pollingInterval: loginCheckInterval,
  });
  useGetUserFavDataQuery(undefined, { skip: !isAuthenticated });
  usePushUpkeep(ownerId);

  useEffect(() => {
    if (!login) return;
    dispatch(sessionChanged(login.data.session_data));
    dispatch(tokenRefreshed(login.data.refreshed_access_token));
  }, [dispatch, login]);

  useEffect(() => {
    if (!ownerId) return;
    startPush({
      onToken: (iv_token) => void registerPushToken({ iv_token, iv_platform: pushPlatform() }),
      onTap: (url) => void navigate(url),
    }).catch((error: unknown) => toast.failed(error instanceof Error ? error.message : String(error)));
  }, [ownerId, navigate, registerPushToken]);
}
