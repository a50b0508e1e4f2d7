import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useDispatch } from 'react-redux';
import { sessionChanged, tokenRefreshed, useSession } from '@/api';
import { deviceReading } from '@/platform/device';
import { pushPlatform } from '@/platform/native';
import { startPush } from '@/platform/push';
import { toast } from '@/ui';
import { useCheckActiveLoginQuery, useGetUserFavDataQuery, useRegisterPushTokenMutation, useRemovePushTokenMutation } from './api';

/** The login check runs at start-up and then every 24 hours (product.md 1.3). In milliseconds. */
const loginCheckInterval = 86_400_000;

/** Runs once a user is signed in: login check, favourites, push. */
export function useStartup(): void {
  const dispatch = useDispatch();
  const { t } = useTranslation('shell');
  const { isAuthenticated, ownerId } = useSession();
  const [registerPushToken] = useRegisterPushTokenMutation();
  const [removePushToken] = useRemovePushTokenMutation();
  const channelName = t('alerts');
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

  useEffect(() => {
    if (!ownerId) return;
    startPush({
      channelName,
      onToken: (iv_token, replaced) => {
        void registerPushToken({ iv_token, iv_platform: pushPlatform() });
        if (replaced) void removePushToken({ iv_token: replaced, iv_platform: pushPlatform() });
      },
    }).catch((error: unknown) => toast.failed(error instanceof Error ? error.message : String(error)));
  }, [ownerId, channelName, registerPushToken, removePushToken]);
}
