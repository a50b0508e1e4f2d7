import { isNative } from './native';

export interface Shared {
  title: string;
  text: string;
  url: string;
}

/** Whether the device has a share sheet. */
export const canShareOnDevice = () => isNative() || 'share' in navigator;

/** Opens the device's share sheet. Resolves to false when there is none or the user closed it. */
export async function shareOnDevice(shared: Shared): Promise<boolean> {
  try {
    if (isNative()) {
      const { Share } = await import('@capacitor/share');
      await Share.share({ ...shared, dialogTitle: shared.title });
      return true;
    }
    if ('share' in navigator) {
      await navigator.share(shared);
      return true;
    }
  } catch {
    return false;
  }
  return false;
}

/** Copies text to the clipboard. Resolves to false when the browser refuses. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}
