/*
 * The first filter: feed and search begin with what the account likes (product.md 1.9). Once the user takes it off, it
 * stays off until the tab is closed, or another favourite is chosen.
 */

import { tabStorage } from '@/platform/site-data';
import type { SessionData } from './types';

type Place = 'feed' | 'search';
type Favourites = Pick<SessionData, 'ownerId' | 'fav_category' | 'fav_services'>;

/** 'all' means no preference. */
const everything = 'all';

const firstOf = (favourites: readonly string[]) => (favourites.includes(everything) ? '' : (favourites[0] ?? ''));

/** The favourite category, or '' without one. Of several, the first. */
export const favouriteCategory = ({ fav_category }: Favourites) => firstOf(fav_category);

/** The favourite service, or '' without one. Of several, the first. */
export const favouriteService = ({ fav_services }: Favourites) => firstOf(fav_services);

const keyOf = (place: Place, ownerId: string) => `first_filter_off:${place}:${ownerId}`;
const likes = (session: Favourites) => JSON.stringify([session.fav_category, session.fav_services]);

/** Whether the user took the first filter off in this tab. */
export const isFirstFilterOff = (place: Place, session: Favourites) => tabStorage.getItem(keyOf(place, session.ownerId)) === likes(session);

/** Remembers that the user took the first filter off. */
export const takeFirstFilterOff = (place: Place, session: Favourites) => tabStorage.setItem(keyOf(place, session.ownerId), likes(session));
