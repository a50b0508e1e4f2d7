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
