import { startTransition, useEffect, useState } from 'react';
import { assumedOnServer } from '@/platform/rendered-page';
import { useTakenOver } from './taken-over';

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

/** The current time, updated every half minute, so that what depends on it (overdue, ago) needs no reload. */
export function useNow(): Date {
  const takenOver = useTakenOver();
  const [time, setTime] = useState(() => (takenOver ? currentTime() : new Date(assumedOnServer().now)));
  useEffect(() => {
    // A transition: a page full of times is drawn anew without keeping the user waiting.
    const goOn = () => startTransition(() => setTime(currentTime()));
    goOn();
    return watch(goOn);
  }, []);
  return time;
}
