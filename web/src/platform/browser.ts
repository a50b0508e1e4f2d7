import { isNative } from './native';

/** Opens an address beside the app. False when a pop-up blocker kept it shut. */
export async function openBeside(url: string): Promise<boolean> {
  if (isNative()) {
    const { Browser } = await import('@capacitor/browser');
    await Browser.open({ url });
    return true;
  }
  const opened = window.open(url, '_blank');
  if (!opened) return false;
  opened.opener = null;
  return true;
}

/** Leaves the app for an address. False when it is none that a browser opens. */
export function openHere(url: string): boolean {
  if (!URL.canParse(url) || new URL(url).protocol !== 'https:') return false;
  window.location.assign(url);
  return true;
}
