import { useSyncExternalStore } from 'react';

/** The posts for grown-ups that were tapped open; a card that is scrolled away and back stays open. */
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

/** Whether a post for grown-ups may be shown, and the tap that opens it. An own post is never covered. */
export function useMatureCover({ post_id, post_mature }: { post_id: string; post_mature: string }, own: boolean) {
  const tapped = useSyncExternalStore(subscribe, () => opened.has(post_id));
  return { covered: post_mature === 'yes' && !own && !tapped, open: () => open(post_id) };
}
