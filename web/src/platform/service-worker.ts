import type { Workbox } from 'workbox-window';
import type { PageMessage } from '@/service-worker/page-messages';
import { isNative } from './native';

/** How often a page that stays open looks for a new version, at most, in milliseconds. */
const LOOK_EVERY = 3_600_000;

let worker: Workbox | null = null;
let registration: ServiceWorkerRegistration | undefined;
let isUpdateReady = false;
const listeners = new Set<() => void>();

function announceUpdate(): void {
  isUpdateReady = true;
  for (const listener of listeners) listener();
}

/** Calls `listener` when a new version of the app is ready. Returns a function that ends this. */
export function subscribeToUpdate(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Whether a new version of the app is ready; the page goes on with its own until it is loaded anew. */
export const updateIsReady = (): boolean => isUpdateReady;

/** Loads the page anew with the new version. */
export function reloadWithUpdate(): void {
  if (!worker || !registration?.waiting) return window.location.reload();
  worker.addEventListener('controlling', () => window.location.reload());
  worker.messageSkipWaiting();
}

/** Looks for a new version when the user comes back to a page that stays open for hours. */
function lookForUpdates(): void {
  let lookedAt = Date.now();
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState !== 'visible' || Date.now() - lookedAt < LOOK_EVERY) return;
    lookedAt = Date.now();
    registration?.update().catch(() => undefined);
  });
}

/** The files of the bundle that the page loaded before the worker served it. */
const loadedFiles = (): string[] =>
  performance
    .getEntriesByType('resource')
    .map(({ name }) => name)
    .filter((name) => name.startsWith(`${window.location.origin}/assets/`));

async function register(): Promise<void> {
  const { Workbox } = await import('workbox-window');
  worker = new Workbox('/service-worker.js');
  worker.addEventListener('waiting', announceUpdate);
  worker.addEventListener('controlling', ({ isUpdate }) => {
    // Another tab has taken the new version; this page keeps the old one until the user wants to reload.
    if (isUpdate) announceUpdate();
  });
  worker.addEventListener('activated', ({ isUpdate }) => {
    if (!isUpdate) worker?.messageSW({ type: 'CACHE_URLS', payload: { urlsToCache: loadedFiles() } }).catch(() => undefined);
  });
  registration = await worker.register();
  lookForUpdates();
}

/**
 * Registers the service worker after the page has loaded. Does nothing in the Capacitor app, which carries its bundle,
 * during development, and in browsers without service workers.
 */
export function startServiceWorker(): void {
  if (!import.meta.env.PROD || isNative() || !('serviceWorker' in navigator)) return;
  // Without a worker the app works as it does in a browser that has none.
  const start = () => void register().catch(() => undefined);
  if (document.readyState === 'complete') start();
  else window.addEventListener('load', start, { once: true });
}

/** Asks the worker to store all code and the texts of a language, so that screens that were not visited open offline. */
export async function storeForOffline(language: string): Promise<void> {
  if (!('serviceWorker' in navigator)) return;
  const { active } = await navigator.serviceWorker.ready;
  active?.postMessage({ type: 'STORE_PARTS', language } satisfies PageMessage);
}
