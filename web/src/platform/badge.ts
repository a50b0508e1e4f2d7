import { isNative } from './native';

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
