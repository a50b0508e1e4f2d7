/*
 * Whether the server can be reached: what the device says, and what the last call has seen.
 */

let isConnected = navigator.onLine;
const listeners = new Set<() => void>();

function change(connected: boolean): void {
  if (connected === isConnected) return;
  isConnected = connected;
  for (const listener of listeners) listener();
}

window.addEventListener('offline', () => change(false));
window.addEventListener('online', () => change(true));

/** Whether there was a connection when it was last seen. */
export const hasConnection = (): boolean => isConnected;

/** Calls have to say whether they reached the server: a device may be on a network that leads nowhere. */
export const connectionSeen = change;

/** Calls `listener` whenever the connection is lost or back. Returns how to stop that. */
export function onConnectionChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}
