/** What is shown of a write before it has arrived. */
interface Shown {
  confirm: () => void;
  revert: () => void;
}

const shown = new Map<string, Shown>();

/** Goes on showing what a write changes while it waits in the outbox. */
export function showWhileWaiting(key: string, change: Shown): void {
  shown.set(key, change);
}

/** Whether what this write changes is shown already. */
export const isShownWhileWaiting = (key: string): boolean => shown.has(key);

/** The write has arrived, or will never be sent. */
export function endWaiting(key: string, hasArrived: boolean): void {
  const change = shown.get(key);
  shown.delete(key);
  if (hasArrived) change?.confirm();
  else change?.revert();
}
