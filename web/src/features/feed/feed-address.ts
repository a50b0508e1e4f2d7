import type { FeedFilter, SessionData } from '@/api';
import { favouriteCategory, isFirstFilterOff } from '@/api/session/first-filter';
import { paths } from '@/routing';

/** The value of `category` in the address that shows all categories, also for users with a favourite one. */
const wholeFeed = 'all';
export const wholeFeedPath = `${paths.feed}?category=${wholeFeed}`;

/** The feed that an address selects: of a tag, of a category, or all. Without a word it begins with the favourite category. */
export function feedOf(params: URLSearchParams, session: SessionData) {
  const tag = (params.get('tag') ?? '').replace(/^#/, '');
  const asked = params.get('category');
  const takenOff = asked === wholeFeed;
  const first = asked === null && !isFirstFilterOff('feed', session) ? favouriteCategory(session) : '';
  const category = tag || takenOff ? '' : (asked ?? first);
  return { tag, category, takenOff, favourite: first !== '' && !tag };
}

/** The query's filter of a selected feed. */
export const filterOf = ({ tag, category }: Pick<ReturnType<typeof feedOf>, 'tag' | 'category'>): FeedFilter => ({
  ...(tag ? { tag } : {}),
  ...(category ? { category } : {}),
});
