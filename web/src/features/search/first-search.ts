import type { SessionData } from '@/api';
import { favouriteCategory, favouriteService, isFirstFilterOff } from '@/api/session/first-filter';
import { changedParams } from './filters';

/** The query of the address with which an account's search begins: the favourite category, else the favourite service as text; null without favourites. */
export function firstSearch(session: SessionData): string | null {
  if (isFirstFilterOff('search', session)) return null;
  const category = favouriteCategory(session);
  const query = changedParams(new URLSearchParams(), category ? { category } : { q: favouriteService(session) }).toString();
  return query || null;
}
