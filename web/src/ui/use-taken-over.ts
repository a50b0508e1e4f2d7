import { useSyncExternalStore } from 'react';

const never = () => () => undefined;

/** Whether the page is the browser's; false on the server, and while the browser takes over what the server rendered. */
export const useTakenOver = (): boolean =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
