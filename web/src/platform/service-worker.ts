import type { Workbox } from 'workbox-window';
import { OUTBOX_SYNC, type PageMessage } from '@/service-worker/messages';
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

/** The Capacitor app carries its bundle, and during development there is no worker. */
const hasWorker = () => import.meta.env.PROD && !isNative() && 'serviceWorker' in navigator;

/**
 * Registers the service worker after the page has loaded. Does nothing where there is none.
 */
export function startServiceWorker(): void {
  if (!hasWorker()) return;
  // Without a worker the app works as it does in a browser that has none.
  const start = () => void register().catch(() => undefined);
  if (document.readyState === 'complete') start();
  else window.addEventListener('load', start, { once: true });
}

interface WithSync extends ServiceWorkerRegistration {
  /** Background Sync, which not every browser has. */
  sync?: { register: (tag: string) => Promise<void> };
}

/** Asks the browser to wake the worker when there is a connection, so that it sends what waits also when no page is open. */
export async function requestOutboxSync(): Promise<void> {
  try {
    await (registration as WithSync | undefined)?.sync?.register(OUTBOX_SYNC);
  } catch {
    // The pages send it.
  }
}

interface NavigatorWithConnection extends Navigator {
  /** Not every browser says this. */
  connection?: { saveData?: boolean };
}

/**
 * Asks the worker to store all code and the texts of a language, so that screens that were not visited open offline, and a
 * page finds all parts of its build when the server has a newer one. Does nothing where the user saves data.
 */
export async function storeForOffline(language: string): Promise<void> {
  const { connection } = navigator as NavigatorWithConnection;
  if (!hasWorker() || connection?.saveData) return;
  const { active } = await navigator.serviceWorker.ready;
  active?.postMessage({ type: 'STORE_PARTS', language } satisfies PageMessage);
}
