import { isNative } from './native';

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
