import { isNative } from './native';

/**
 * Calls `listener` with whether the device has a network, now and on each change. The web view of the app does not always
 * notice, so there the device tells, and the page's own events `online` and `offline` follow it.
 */
export async function watchNetwork(listener: (connected: boolean) => void): Promise<void> {
  if (!isNative()) {
    listener(navigator.onLine);
    window.addEventListener('online', () => listener(true));
    window.addEventListener('offline', () => listener(false));
    return;
  }
  const { Network } = await import('@capacitor/network');
  let last = navigator.onLine;
  const tell = (connected: boolean) => {
    if (connected !== last) window.dispatchEvent(new Event(connected ? 'online' : 'offline'));
    last = connected;
    listener(connected);
  };
  await Network.addListener('networkStatusChange', ({ connected }) => tell(connected));
  tell((await Network.getStatus()).connected);
}
