import { useEffect, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { useSession } from '@/api';
import { favouriteCategory, favouriteService, isFirstFilterOff, takeFirstFilterOff } from '@/api/session/first-filter';
import { changedParams } from '../filters';

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
  if (search !== '' || emptied || isFirstFilterOff('search', session)) return null;
  const category = favouriteCategory(session);
  const query = changedParams(new URLSearchParams(), category ? { category } : { q: favouriteService(session) }).toString();
  return query || null;
}
