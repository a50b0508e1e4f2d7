import { useSyncExternalStore } from 'react';
import { hasConnection, onConnectionChange } from '@/platform/connection';

/** Whether the server can be reached, as far as is known. */
export const useConnection = (): boolean => useSyncExternalStore(onConnectionChange, hasConnection);
