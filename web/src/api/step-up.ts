import { useSyncExternalStore } from 'react';

/** Waits for the user to show who they are: several calls at once ask once. */
let asked: { answer: Promise<boolean>; end: (isDone: boolean) => void } | null = null;
const watchers = new Set<() => void>();

function change(next: typeof asked): void {
  asked = next;
  for (const watcher of watchers) watcher();
}

/** Asks the user to show who they are (product.md 1.13). Resolves with false when they do not; at once where no dialog is shown. */
export function askToStepUp(): Promise<boolean> {
  if (watchers.size === 0) return Promise.resolve(false);
  if (asked) return asked.answer;
  let resolve: (isDone: boolean) => void = () => undefined;
  const answer = new Promise<boolean>((done) => {
    resolve = done;
  });
  change({
    answer,
    end: (isDone) => {
      change(null);
      resolve(isDone);
    },
  });
  return answer;
}

function watch(watcher: () => void): () => void {
  watchers.add(watcher);
  return () => watchers.delete(watcher);
}

/** How the dialog that is wanted now ends; null while none is. */
export function useStepUpAsked(): ((isDone: boolean) => void) | null {
  return useSyncExternalStore(
    watch,
    () => asked?.end ?? null,
    () => null,
  );
}
