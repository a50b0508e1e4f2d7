import { useEffect, useRef, useState } from 'react';

/** How long the pull indicator shows before the reload, in milliseconds. */
const pullDelay = 2000;
/** How far the finger must travel, in pixels. */
const pullDistance = 90;

/** Pulling down at the top of the page reloads the list. Returns true while it reloads. */
export function usePullToRefresh(reload: () => unknown): boolean {
  const [refreshing, setRefreshing] = useState(false);
  const latest = useRef(reload);
  useEffect(() => {
    latest.current = reload;
  }, [reload]);

  useEffect(() => {
    let from: number | null = null;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const start = (event: TouchEvent) => {
      from = window.scrollY <= 0 ? (event.touches[0]?.clientY ?? null) : null;
    };
    const end = (event: TouchEvent) => {
      const to = event.changedTouches[0]?.clientY;
      if (from === null || to === undefined || to - from < pullDistance || timer) return;
      setRefreshing(true);
      timer = setTimeout(() => {
        timer = undefined;
        setRefreshing(false);
        latest.current();
      }, pullDelay);
    };
    window.addEventListener('touchstart', start, { passive: true });
    window.addEventListener('touchend', end, { passive: true });
    return () => {
      clearTimeout(timer);
      window.removeEventListener('touchstart', start);
      window.removeEventListener('touchend', end);
    };
  }, []);
  return refreshing;
}
