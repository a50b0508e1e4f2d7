import { useEffect, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { useSession } from '@/api';
import { takeFirstFilterOff } from '@/api/session/first-filter';
import { firstSearch } from '../first-search';

/**
 * The query of the address with which a search begins: the favourite category, else the favourite service as text. null
 * where the address already says what is wanted, without favourites, or once the user took the first filter off.
 */
export function useFirstSearch(): string | null {
  const session = useSession();
  const { key, search } = useLocation();
  const [arrival] = useState(key);
  const emptied = search === '' && key !== arrival;
  useEffect(() => {
    if (emptied) takeFirstFilterOff('search', session);
  }, [emptied, session]);
  return search !== '' || emptied ? null : firstSearch(session);
}
