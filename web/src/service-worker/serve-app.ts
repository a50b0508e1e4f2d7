import { ExpirationPlugin } from 'workbox-expiration';
import { enable as enableNavigationPreload } from 'workbox-navigation-preload';
import { addRoute as servePrecached, matchPrecache, precache } from 'workbox-precaching';
import { NavigationRoute, registerRoute } from 'workbox-routing';
import { CacheFirst, NetworkOnly } from 'workbox-strategies';
import { appParts, appShell } from 'virtual:app-files';

declare const self: ServiceWorkerGlobalScope;

/** How long a page may take to come from the server before the shell is shown instead, in seconds. */
const PAGE_SECONDS = 4;
/** What the gateway answers itself: calls, pictures, the mails of development, live updates. */
const notPages = [/^\/(api|media|dev|socket\.io)(\/|$)/];
/** The page without content of the server; the app fills it. */
const SHELL_PAGE = '/index.html';
/** How many files are kept besides the shell; those that were not used for the longest time go first. */
const MOST_PARTS = 600;

const parts = new CacheFirst({
  cacheName: 'app-parts',
  plugins: [new ExpirationPlugin({ maxEntries: MOST_PARTS, purgeOnQuotaError: true })],
});

/**
 * Serves the app without a connection.
 * - The shell, which is the empty page and what it needs at once, is stored when the worker is installed.
 * - A page comes from the server. When it does not arrive in time, the shell is shown instead.
 * - Other files have immutable names: each is fetched once. Those of former builds stay, because a page of a former build
 *   may still ask for them.
 * Calls are not touched: the app itself keeps what was last seen (api/offline).
 */
export function serveApp(): void {
  precache(appShell);
  // '/' is a page of the server and not the stored index.html.
  servePrecached({ directoryIndex: '', cleanURLs: false });
  enableNavigationPreload();
  const page = new NetworkOnly({
    networkTimeoutSeconds: PAGE_SECONDS,
    plugins: [{ handlerDidError: () => matchPrecache(SHELL_PAGE) }],
  });
  registerRoute(new NavigationRoute(page, { denylist: notPages }));
  registerRoute(({ sameOrigin, url }) => sameOrigin && url.pathname.startsWith('/assets/'), parts);
}

/** Fetches all code of this build and the texts of a language, one file after the other, so that every screen opens offline. */
export async function storeParts(event: ExtendableMessageEvent, language: string): Promise<void> {
  for (const url of [...appParts.code, ...(appParts.texts[language] ?? [])]) {
    const request = new Request(new URL(url, self.location.origin), { priority: 'low' });
    // What does not arrive now is fetched when it is needed.
    await parts.handle({ event, request }).catch(() => null);
  }
}
