import { useEffect, useRef, useState } from 'react';
import { Button, Center, Group, Loader } from '@mantine/core';
import { useDispatch, useSelector } from 'react-redux';
import { Link, useNavigate } from 'react-router-dom';
import { asFailure, selectWaitingWrites, sessionCleared } from '@/api';
import { useTranslation } from '@/i18n/use-translation';
import { pushPlatform } from '@/platform/native';
import { endPush, storedPushToken } from '@/platform/push';
import { unsubscribeBrowser } from '@/platform/web-push';
import { landingPath, paths } from '@/routing';
import { FocusPage } from '@/ui';
import { useLazySignOutQuery, useRemovePushTokenMutation } from '../api';

/** Signs out at once, unless something that was written without a connection would be lost. */
export default function SignOut() {
  const { t } = useTranslation('session');
  const hasUnsent = useSelector(selectWaitingWrites).length > 0;
  const [isSure, setSure] = useState(!hasUnsent);
  if (isSure) return <SigningOut />;
  return (
    <FocusPage title={t('unsentTitle')} lead={t('unsentLost')}>
      <Group>
        <Button component={Link} to={paths.feed}>
          {t('stay')}
        </Button>
        <Button variant="default" onClick={() => setSure(true)}>
          {t('signOutAnyway')}
        </Button>
      </Group>
    </FocusPage>
  );
}

/** Ends the login on the server, then locally: storage, state and the socket's room. Goes to the home page. */
function SigningOut() {
  const { t } = useTranslation('session');
  const dispatch = useDispatch();
  const navigate = useNavigate();
  // Not repeated when the network returns: the login is over by then, and the repeated call would fail.
  const [signOut] = useLazySignOutQuery({ refetchOnReconnect: false });
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
      await unsubscribeBrowser();
      dispatch(sessionCleared({ expired: false }));
      void navigate(landingPath(), { replace: true });
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
