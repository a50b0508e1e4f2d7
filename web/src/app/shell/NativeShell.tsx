import { useEffect } from 'react';
import { useComputedColorScheme } from '@mantine/core';
import { useDispatch } from 'react-redux';
import { useNavigate } from 'react-router-dom';
import { api } from '@/api';
import { handleBackButton } from '@/platform/back-button';
import { showBadge } from '@/platform/badge';
import { followLinks } from '@/platform/links';
import { watchNetwork } from '@/platform/network';
import { hideSplash, markOpenKeyboard, styleStatusBar } from '@/platform/screen';
import { closeTopmostSheet } from '@/ui/dialog-behaviour';
import { useAccountCounts } from './use-account-counts';

/** What a phone cannot do is no reason to say anything. */
const quietly = (work: Promise<void>) => void work.catch(() => undefined);

/** The listeners of the device, which last as long as the app. */
let isListening = false;

/** Connects the app with the phone it runs on: links, the back button, the network, the bars around the page, the icon's badge. */
export default function NativeShell() {
  const navigate = useNavigate();
  const dispatch = useDispatch();
  const { activeAlerts, unreadMessages } = useAccountCounts();
  const scheme = useComputedColorScheme('light', { getInitialValueInEffect: false });
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
