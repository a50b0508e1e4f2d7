/*
 * What a browser keeps for this site. Its user may block that, then access throws; a web view without it has null. Then
 * values live in memory, as long as the page does. Nothing else asks for localStorage or sessionStorage (eslint.config.js).
 */

/** What is used of a browser's storage. */
export type SiteData = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

type StorageName = 'localStorage' | 'sessionStorage';

/** The browser's storage; null where it is blocked or missing. */
function browserStorage(name: StorageName): Storage | null {
  try {
    return (globalThis as Partial<Record<StorageName, Storage | null>>)[name] ?? null;
  } catch {
    return null;
  }
}

/** The browser's storage, and in memory what that does not take: everything where it is blocked, a value for which it has no room. */
function withMemory(name: StorageName): SiteData {
  const memory = new Map<string, string>();
  return {
    getItem: (key) => memory.get(key) ?? browserStorage(name)?.getItem(key) ?? null,
    setItem(key, value) {
      try {
        const storage = browserStorage(name);
        storage?.setItem(key, value);
        if (storage) memory.delete(key);
        else memory.set(key, value);
      } catch {
        memory.set(key, value);
      }
    },
    removeItem(key) {
      memory.delete(key);
      browserStorage(name)?.removeItem(key);
    },
  };
}

/** What stays on this device, for all tabs. */
export const deviceStorage = withMemory('localStorage');

/** What stays as long as this tab, also when its page is loaded again. */
export const tabStorage = withMemory('sessionStorage');

/** Whether the browser keeps nothing for this site, so that all of it ends with the page. */
export const isSiteDataBlocked = (): boolean => browserStorage('localStorage') === null;
