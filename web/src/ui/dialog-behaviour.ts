import { useEffect, useId, useSyncExternalStore } from 'react';
import { useMounted } from '@mantine/hooks';

/** A dialog that unmounts while open also restores the focus, unless something else has taken it. */
export function useRestoreFocus(): void {
  useEffect(() => {
    const before = document.activeElement;
    return () => {
      setTimeout(() => {
        const lost = !document.activeElement || document.activeElement === document.body;
        if (lost && before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true });
      });
    };
  }, []);
}

/** The open sheets, topmost last. */
const openSheets: string[] = [];
const watchers = new Set<() => void>();
const tellWatchers = () => watchers.forEach((watcher) => watcher());

function watchSheets(watcher: () => void): () => void {
  watchers.add(watcher);
  return () => void watchers.delete(watcher);
}

const isSheetOpen = () => openSheets.length > 0;

/** Whether any sheet or modal is open, in the address or not. */
export const useAnySheetOpen = (): boolean => useSyncExternalStore(watchSheets, isSheetOpen, isSheetOpen);

/** Closes a sheet only if none is open above it: every sheet receives Escape, but only the topmost must close. */
export function useCloseTopmost(opened: boolean, onClose: () => void): () => void {
  const id = useId();
  useEffect(() => {
    if (!opened) return;
    openSheets.push(id);
    tellWatchers();
    // It stays the topmost until all sheets have handled the key that closed it.
    return () =>
      void setTimeout(() => {
        openSheets.splice(openSheets.indexOf(id), 1);
        tellWatchers();
      });
  }, [opened, id]);
  return () => {
    if (openSheets.at(-1) === id) onClose();
  };
}

/** Mounts closed, then opens: Mantine stores the focused element only when a dialog changes to open. */
export function useOpenAfterMount(opened: boolean): boolean {
  return useMounted() && opened;
}
