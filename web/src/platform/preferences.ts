import { isNative } from './native';
import { deviceStorage } from './site-data';

/*
 * Small values of this device. In the app they are the device's own preferences: a phone that runs out of space may empty
 * the storage of web views.
 */

/** The value of a key; null without one. */
export async function readPreference(key: string): Promise<string | null> {
  if (!isNative()) return deviceStorage.getItem(key);
  const { Preferences } = await import('@capacitor/preferences');
  return (await Preferences.get({ key })).value;
}

/** Keeps a value; null removes it. */
export async function writePreference(key: string, value: string | null): Promise<void> {
  if (!isNative()) {
    if (value === null) deviceStorage.removeItem(key);
    else deviceStorage.setItem(key, value);
    return;
  }
  const { Preferences } = await import('@capacitor/preferences');
  await (value === null ? Preferences.remove({ key }) : Preferences.set({ key, value }));
}
