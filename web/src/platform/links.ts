import { pathOnServer } from './server';
import { tabStorage } from './site-data';

/*
 * Ways into the app from outside: a link of the server that the device opens with the app, and a tapped push message. In a
 * browser both are ordinary addresses, so there is nothing to listen for.
 */

/** Marks the tab whose first address has been followed: the device names it again after each reload of the page. */
const followedKey = 'launch_followed';

let waiting: string[] = [];
let follow = (path: string): void => void waiting.push(path);

function receive(address: unknown): void {
  const path = typeof address === 'string' ? pathOnServer(address) : null;
  if (path) follow(path);
}

/**
 * Starts to listen, and resolves to the path that the app was started with; null without one.
 *
 * The device holds back the tap that started the app until it is listened for. It answers calls in their order, so once the
 * launch address is known, that tap has arrived too.
 */
export async function launchPath(): Promise<string | null> {
  const [{ App }, { PushNotifications }] = await Promise.all([import('@capacitor/app'), import('@capacitor/push-notifications')]);
  void App.addListener('appUrlOpen', ({ url }) => receive(url));
  void PushNotifications.addListener('pushNotificationActionPerformed', ({ notification }) =>
    receive((notification.data as Record<string, unknown> | undefined)?.['url']),
  );
  const launch = await App.getLaunchUrl();
  const isReload = tabStorage.getItem(followedKey) !== null;
  tabStorage.setItem(followedKey, 'true');
  if (launch && !isReload) receive(launch.url);
  const [first = null] = waiting;
  waiting = [];
  return first;
}

/** Calls `go` with each path that comes from outside while the app runs. Returns how to stop that. */
export function followLinks(go: (path: string) => void): () => void {
  follow = go;
  waiting.splice(0).forEach(go);
  return () => {
    follow = (path) => void waiting.push(path);
  };
}

/** Puts `path` on top of `below` in the page's history, so that Back leads into the app and not out of it. */
export function startAt(path: string, below: string): void {
  window.history.replaceState(null, '', below);
  window.history.pushState(null, '', path);
}
