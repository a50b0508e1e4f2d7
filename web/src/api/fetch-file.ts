import { useCallback } from 'react';
import { useStore } from 'react-redux';
import { serverOrigin } from '@/platform/server';
import { selectBearer, type SessionState } from './session';

/** Fetches a picture or another file with the user's token. Restricted ones are served only to accounts that may see them. */
export function useFetchFile(): (address: string, signal?: AbortSignal) => Promise<Blob> {
  const store = useStore<{ session: SessionState }>();
  return useCallback(
    async (address, signal) => {
      const bearer = selectBearer(store.getState());
      // A guest with a mailed link has none.
      const headers = new Headers(bearer ? { authorization: `Bearer ${bearer}` } : undefined);
      const response = await fetch(new URL(address, serverOrigin()), { headers, signal: signal ?? null });
      if (!response.ok) throw new Error(`it was not served: ${response.status}`);
      return response.blob();
    },
    [store],
  );
}
