import { readPreference, writePreference } from './preferences';
import { serverOrigin } from './server';
import type { SiteData } from './site-data';

/** Set by the first start after an installation. iOS keeps the Keychain when an app is removed, but not its preferences. */
const installedKey = 'installed';

/**
 * Opens the app's storage of the session: the Keychain or Keystore, where a browser has its localStorage. It is asynchronous, so
 * all of it is read here, before the first screen asks who is signed in, and written behind what the app already sees.
 */
export async function openSecureStorage(): Promise<SiteData> {
  const { SecureStorage, KeychainAccess } = await import('@aparajita/capacitor-secure-storage');
  // A session belongs to its server: no other one is ever sent its token.
  await SecureStorage.setKeyPrefix(`session of ${serverOrigin()}: `);
  await SecureStorage.setDefaultKeychainAccess(KeychainAccess.whenUnlockedThisDeviceOnly);
  const values = new Map<string, string>();
  try {
    if ((await readPreference(installedKey)) === null) {
      await SecureStorage.clear();
      await writePreference(installedKey, 'true');
    }
    for (const key of await SecureStorage.keys()) {
      const value = await SecureStorage.getItem(key);
      if (value !== null) values.set(key, value);
    }
  } catch {
    // What this device can no longer decrypt is no session.
    values.clear();
    await SecureStorage.clear().catch(() => undefined);
  }
  return writingBehind(values, SecureStorage);
}

interface AsyncStorage {
  setItem: (key: string, value: string) => Promise<void>;
  removeItem: (key: string) => Promise<void>;
}

/** Answers from `values`, and writes each change to `storage`, in the order of the changes. */
function writingBehind(values: Map<string, string>, storage: AsyncStorage): SiteData {
  let written = Promise.resolve();
  // A change that fails leaves the older value; the server decides whether its token still holds.
  const write = (change: () => Promise<void>) => void (written = written.then(change).catch(() => undefined));
  return {
    getItem: (key) => values.get(key) ?? null,
    setItem(key, value) {
      if (values.get(key) === value) return;
      values.set(key, value);
      write(() => storage.setItem(key, value));
    },
    removeItem(key) {
      if (values.delete(key)) write(() => storage.removeItem(key));
    },
  };
}
