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

/** How far the finger has pulled down from `from`, in pixels; 0 for a movement that is rather sideways. */
function pulledFrom(from: Point, to: Point): number {
  const down = to.y - from.y;
  return down < Math.abs(to.x - from.x) ? 0 : Math.max(0, down);
}

type TouchType = 'touchstart' | 'touchmove' | 'touchend' | 'touchcancel';

/** Listens to the touches of the page. Returns how to stop that. */
function listen(handlers: Record<TouchType, (event: TouchEvent) => void>): () => void {
  const all = Object.entries(handlers) as [TouchType, (event: TouchEvent) => void][];
  for (const [type, handler] of all) window.addEventListener(type, handler, { passive: true });
  return () => all.forEach(([type, handler]) => window.removeEventListener(type, handler));
}

interface PullToRefresh {
  /** How much of the way the finger has pulled, from 0 to 1. */
  pulled: number;
  refreshing: boolean;
}

/** Pulling down at the top of the page, with nothing open over it, reloads the list. */
export function usePullToRefresh(reload: () => unknown): PullToRefresh {
  const [refreshing, setRefreshing] = useState(false);
  const [pulled, setPulled] = useState(0);
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
    const pulledTo = (event: TouchEvent) => {
      const to = fingerOf(event);
      return from && to && !timer && isAtTop(event.target) && !isCovered() ? pulledFrom(from, to) : 0;
    };
    const move = (event: TouchEvent) => setPulled(Math.min(1, pulledTo(event) / pullDistance));
    const cancel = () => setPulled(0);
    const end = (event: TouchEvent) => {
      setPulled(0);
      if (pulledTo(event) < pullDistance) return;
      setRefreshing(true);
      timer = setTimeout(() => {
        timer = undefined;
        setRefreshing(false);
        latest.current();
      }, pullDelay);
    };
    const stop = listen({ touchstart: start, touchmove: move, touchend: end, touchcancel: cancel });
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, []);
  return { pulled, refreshing };
}
