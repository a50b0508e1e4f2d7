import { useSyncExternalStore } from 'react';
import { assumedOnServer } from '@/platform/rendered-page';

/** How often the shown time goes on, in milliseconds. */
const tick = 30_000;

let now = new Date();
let timer: ReturnType<typeof setInterval> | undefined;
const watchers = new Set<() => void>();

function watch(watcher: () => void): () => void {
  watchers.add(watcher);
  timer ??= setInterval(() => {
    now = new Date();
    watchers.forEach((each) => each());
  }, tick);
  return () => {
    watchers.delete(watcher);
    if (watchers.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}

/** While nobody watches, the time stands still and is set again by who comes first. */
function currentTime(): Date {
  if (watchers.size === 0 && Math.abs(Date.now() - now.getTime()) >= 1000) now = new Date();
  return now;
}

let atServer = new Date(0);

function timeAtServer(): Date {
  const then = assumedOnServer().now;
  if (atServer.getTime() !== then) atServer = new Date(then);
  return atServer;
}

/** The current time, updated every half minute, so that what depends on it (overdue, ago) needs no reload. */
export const useNow = (): Date => useSyncExternalStore(watch, currentTime, timeAtServer);
