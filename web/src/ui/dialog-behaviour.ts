import { useEffect, useRef, useSyncExternalStore } from 'react';
import { useMounted } from '@mantine/hooks';

const isFocusLost = () => !document.activeElement || document.activeElement === document.body;

/** A button that waits for its call is disabled, which takes the focus from it. */
const focusedBefore = () => (isFocusLost() ? document.querySelector('button[data-loading]') : document.activeElement);

/** Gives the element the focus, once it can have it, unless something else has taken it by then. */
function giveBackFocus(element: HTMLElement): void {
  if (!isFocusLost() || !element.isConnected) return;
  if (!element.matches(':disabled')) return element.focus({ preventScroll: true });
  const waiting = new MutationObserver(() => {
    waiting.disconnect();
    giveBackFocus(element);
  });
  waiting.observe(element, { attributeFilter: ['disabled'] });
}

/** A dialog that unmounts while open also restores the focus, unless something else has taken it. */
export function useRestoreFocus(): void {
  useEffect(() => {
    const before = focusedBefore();
    return () => {
      setTimeout(() => {
        if (before instanceof HTMLElement) giveBackFocus(before);
      });
    };
  }, []);
}

interface OpenSheet {
  close: () => void;
}

/** The open sheets, topmost last. */
const openSheets: OpenSheet[] = [];
const watchers = new Set<() => void>();
const tellWatchers = () => watchers.forEach((watcher) => watcher());

function watchSheets(watcher: () => void): () => void {
  watchers.add(watcher);
  return () => void watchers.delete(watcher);
}

/** Closes the topmost sheet; false when none is open. */
export function closeTopmostSheet(): boolean {
  const topmost = openSheets.at(-1);
  topmost?.close();
  return topmost !== undefined;
}

const isSheetOpen = () => openSheets.length > 0;

/** Whether any sheet or modal is open, in the address or not. */
export const useAnySheetOpen = (): boolean => useSyncExternalStore(watchSheets, isSheetOpen, isSheetOpen);

/** Closes a sheet only if none is open above it: every sheet receives Escape, but only the topmost must close. */
export function useCloseTopmost(opened: boolean, onClose: () => void): () => void {
  const sheet = useRef<OpenSheet>({ close: onClose });
  useEffect(() => {
    sheet.current.close = onClose;
  }, [onClose]);
  useEffect(() => {
    if (!opened) return;
    const own = sheet.current;
    openSheets.push(own);
    tellWatchers();
    // It stays the topmost until all sheets have handled the key that closed it.
    return () =>
      void setTimeout(() => {
        openSheets.splice(openSheets.indexOf(own), 1);
        tellWatchers();
      });
  }, [opened]);
  return () => {
    if (openSheets.at(-1) === sheet.current) onClose();
  };
}

/** Mounts closed, then opens: Mantine stores the focused element only when a dialog changes to open. */
export function useOpenAfterMount(opened: boolean): boolean {
  return useMounted() && opened;
}
