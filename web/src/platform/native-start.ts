import { readChosenServer } from './chosen-server';
import { launchPath, startAt } from './links';
import { openSecureStorage } from './secure-storage';

/**
 * Reads from the phone what the app needs before its first screen: the server, the session, and the page that it is opened at.
 * That page lies on top of `home` in the history. Resolves to the storage of the session.
 */
export async function startNative(home: string) {
  await readChosenServer();
  const [storage, path] = await Promise.all([openSecureStorage(), launchPath()]);
  if (path) startAt(path, home);
  return storage;
}
