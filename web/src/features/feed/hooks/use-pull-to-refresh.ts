import { useEffect, useRef, useState } from 'react';

/** How long the pull indicator shows before the reload, in milliseconds. */
const pullDelay = 2000;
/** How far the finger must travel, in pixels. */
const pullDistance = 90;

interface Point {
  x: number;
  y: number;
}

/** Where a single finger is; null for several. */
function fingerOf({ touches, changedTouches }: TouchEvent): Point | null {
  const finger = changedTouches[0];
  return finger && touches.length <= 1 ? { x: finger.clientX, y: finger.clientY } : null;
}

/** Whether the page, and all that scrolls around the touched element, is at its top. */
function isAtTop(target: EventTarget | null): boolean {
  for (let element = target instanceof Element ? target : null; element; element = element.parentElement) {
    if (element.scrollTop > 0) return false;
  }
  return window.scrollY <= 0;
}

/** Whether a dialog, sheet or menu is open over the page. */
const isCovered = () => document.querySelector('[role="dialog"], [role="menu"], [role="listbox"]') !== null;

/** Pulling down at the top of the page, with nothing open over it, reloads the list. Returns true while it reloads. */
export function usePullToRefresh(reload: () => unknown): boolean {
  const [refreshing, setRefreshing] = useState(false);
  const latest = useRef(reload);
  useEffect(() => {
    latest.current = reload;
  }, [reload]);

  useEffect(() => {
    let from: Point | null = null;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const start = (event: TouchEvent) => {
      from = isAtTop(event.target) && !isCovered() ? fingerOf(event) : null;
    };
    const end = (event: TouchEvent) => {
      const to = fingerOf(event);
      if (!from || !to || timer || !isAtTop(event.target) || isCovered()) return;
      const down = to.y - from.y;
      if (down < pullDistance || down < Math.abs(to.x - from.x)) return;
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
