import { isNative } from './native';

/**
 * Handles Android's back button and back gesture: `close` closes what lies over the page and returns whether there was
 * anything; then the page before is shown; from the first page the app goes to the background. A browser has a Back of its own.
 */
export async function handleBackButton(close: () => boolean): Promise<void> {
  if (!isNative()) return;
  const { App } = await import('@capacitor/app');
  await App.addListener('backButton', ({ canGoBack }) => {
    if (close()) return;
    if (canGoBack) window.history.back();
    else void App.minimizeApp();
  });
}

/** Shows a number on the app's icon; 0 shows none. Does nothing where icons cannot show one, or the user does not let them. */
export async function showBadge(count: number): Promise<void> {
  try {
    if (!isNative()) {
      if ('setAppBadge' in navigator) await navigator.setAppBadge(count);
      return;
    }
    const { Badge } = await import('@capawesome/capacitor-badge');
    const { isSupported } = await Badge.isSupported();
    const { display } = await Badge.checkPermissions();
    if (!isSupported || display !== 'granted') return;
    await (count === 0 ? Badge.clear() : Badge.set({ count }));
  } catch {
    // The count is shown inside the app too.
  }
}

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

/*
 * What stands around the page in the app: the status bar above it, the keyboard under it, the splash screen before it. A
 * browser sees to all three itself.
 */

/** Writes the status bar in a colour that can be read on the app's page. */
export async function styleStatusBar(scheme: 'light' | 'dark'): Promise<void> {
  if (!isNative()) return;
  const { StatusBar, Style } = await import('@capacitor/status-bar');
  await StatusBar.setStyle({ style: scheme === 'dark' ? Style.Dark : Style.Light });
}

/** Marks the document while the keyboard is open (`data-keyboard`), so that bars at the bottom can make room. */
export async function markOpenKeyboard(): Promise<void> {
  if (!isNative()) return;
  const { Keyboard } = await import('@capacitor/keyboard');
  const { dataset } = document.documentElement;
  await Keyboard.addListener('keyboardWillShow', () => void (dataset['keyboard'] = 'open'));
  await Keyboard.addListener('keyboardWillHide', () => void delete dataset['keyboard']);
}

/** Shows the app in place of the splash screen. */
export async function hideSplash(): Promise<void> {
  if (!isNative()) return;
  const { SplashScreen } = await import('@capacitor/splash-screen');
  await SplashScreen.hide();
}
