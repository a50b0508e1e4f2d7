import { useSyncExternalStore } from 'react';

/** Mature posts that the user revealed. A card stays revealed when it scrolls out and back. */
const opened = new Set<string>();
const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function open(postId: string): void {
  opened.add(postId);
  listeners.forEach((listener) => listener());
}

/** Whether a mature post is covered, and how to reveal it. The user's own post is never covered. */
export function useMatureCover({ post_id, post_mature }: { post_id: string; post_mature: string }, own: boolean) {
  const tapped = useSyncExternalStore(
    subscribe,
    () => opened.has(post_id),
    () => false,
  );
  return { covered: post_mature === 'yes' && !own && !tapped, open: () => open(post_id) };
}
