import { isNative } from './native';

/** Opens an address in a new tab. Returns false when a pop-up blocker prevents it. */
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

/** Leaves the page for an external address; the app opens it above itself. Returns false for addresses that are not https. */
export function openHere(url: string): boolean {
  if (!URL.canParse(url) || new URL(url).protocol !== 'https:') return false;
  if (isNative()) void openBeside(url);
  else window.location.assign(url);
  return true;
}
