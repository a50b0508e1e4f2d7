import { useEffect } from 'react';
import { useComputedColorScheme } from '@mantine/core';
import { useDispatch } from 'react-redux';
import { useNavigate } from 'react-router-dom';
import { api, useSession } from '@/api';
import { useTranslation } from '@/i18n/use-translation';
import { handleBackButton, hideSplash, markOpenKeyboard, showBadge, styleStatusBar, watchNetwork } from '@/platform/native-shell';
import { followLinks } from '@/platform/links';
import { pushPlatform } from '@/platform/native';
import { startPush } from '@/platform/push';
import { toast } from '@/ui';
import { closeTopmostSheet } from '@/ui/dialog-behaviour';
import { useRegisterPushTokenMutation, useRemovePushTokenMutation } from './api';
import { useAccountCounts } from './use-account-counts';

/** What a phone cannot do is no reason to say anything. */
const quietly = (work: Promise<void>) => void work.catch(() => undefined);

/** The listeners of the phone, which last as long as the app. */
let isListening = false;

/** Registers the phone for the push messages of who is signed in. */
function usePush(): void {
  const { t } = useTranslation('shell');
  const { ownerId } = useSession();
  const [register] = useRegisterPushTokenMutation();
  const [remove] = useRemovePushTokenMutation();
  const channelName = t('alerts');
  useEffect(() => {
    if (!ownerId) return;
    startPush({
      channelName,
      onToken: (iv_token, replaced) => {
        void register({ iv_token, iv_platform: pushPlatform() });
        if (replaced) void remove({ iv_token: replaced, iv_platform: pushPlatform() });
      },
    }).catch((error: unknown) => toast.failed(error instanceof Error ? error.message : String(error)));
  }, [ownerId, channelName, register, remove]);
}

/** Connects the app with the phone it runs on: links, the back button, the network, the bars around the page, the icon's badge. */
export default function NativeShell() {
  const navigate = useNavigate();
  const dispatch = useDispatch();
  const { activeAlerts, unreadMessages } = useAccountCounts();
  const scheme = useComputedColorScheme('light', { getInitialValueInEffect: false });
  usePush();
  const news = activeAlerts + unreadMessages;

  useEffect(() => followLinks((path) => void navigate(path)), [navigate]);
  useEffect(() => quietly(styleStatusBar(scheme)), [scheme]);
  useEffect(() => void showBadge(news), [news]);
  useEffect(() => {
    quietly(hideSplash());
    if (isListening) return;
    isListening = true;
    quietly(markOpenKeyboard());
    quietly(handleBackButton(closeTopmostSheet));
    // When the network is back, calls that failed are made again.
    quietly(watchNetwork((connected) => void dispatch(connected ? api.internalActions.onOnline() : api.internalActions.onOffline())));
  }, [dispatch]);
  return null;
}
