import { useEffect, useRef } from 'react';
import { Center, Loader } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useDispatch } from 'react-redux';
import { useNavigate } from 'react-router-dom';
import { asFailure, sessionCleared } from '@/api';
import { pushPlatform } from '@/platform/native';
import { endPush, storedPushToken } from '@/platform/push';
import { paths } from '@/routing';
import { FocusPage } from '@/ui';
import { useLazySignOutQuery, useRemovePushTokenMutation } from '../api';

/** Ends the login on the server, then locally: storage, state and the socket's room. Goes to the home page. */
export default function SignOut() {
  const { t } = useTranslation('session');
  const dispatch = useDispatch();
  const navigate = useNavigate();
  const [signOut] = useLazySignOutQuery();
  const [removePushToken] = useRemovePushTokenMutation();
  const started = useRef(false);

  useEffect(() => {
    if (started.current) return;
    started.current = true;
    const leave = async () => {
      const pushToken = await storedPushToken();
      if (pushToken) await removePushToken({ iv_token: pushToken, iv_platform: pushPlatform() });
      const { error } = await signOut();
      if (error) {
        if (asFailure(error).kind !== 'login_over') void navigate(paths.feed, { replace: true });
        return;
      }
      await endPush();
      dispatch(sessionCleared({ expired: false }));
      void navigate(paths.home, { replace: true });
    };
    void leave();
  }, [dispatch, navigate, removePushToken, signOut]);

  return (
    <FocusPage title={t('signingOutTitle')} lead={t('signingOut')}>
      <Center>
        <Loader />
      </Center>
    </FocusPage>
  );
}
