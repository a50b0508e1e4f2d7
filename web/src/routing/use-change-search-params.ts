import { useCallback } from 'react';
import { useLocation, useNavigate, type Location, type NavigateOptions } from 'react-router-dom';

interface Written {
  params: URLSearchParams;
  state: unknown;
}

/** The newest change made from a location that is on the screen. The router shows its result only later. */
const writtenFrom = new WeakMap<Location, Written>();

/**
 * Changes the search parameters of the address. Unlike the router's own function it keeps a change that was made a
 * moment ago and is not on the screen yet: a search that is written while a dialog opens leaves the dialog open. When
 * it replaces the history entry, the entry's state stays, unless the options contain another one.
 */
export function useChangeSearchParams() {
  const navigate = useNavigate();
  const location = useLocation();
  return useCallback(
    (change: (params: URLSearchParams) => URLSearchParams, options: NavigateOptions = {}) => {
      const now = writtenFrom.get(location) ?? { params: new URLSearchParams(location.search), state: location.state as unknown };
      const params = change(new URLSearchParams(now.params));
      const state: unknown = 'state' in options ? options.state : options.replace ? now.state : null;
      writtenFrom.set(location, { params, state });
      void navigate({ search: params.toString() }, { preventScrollReset: true, ...options, state });
    },
    [location, navigate],
  );
}
