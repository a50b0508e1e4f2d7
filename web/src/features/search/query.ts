import type { SearchQuery } from '@/api';

const sorts = ['relevance', 'rating', 'price', 'newest'] as const;
export type Sort = (typeof sorts)[number];
export const sortChoices: readonly Sort[] = sorts;

/** The search that an address's parameters stand for; what is empty does not narrow. */
export function queryOf(params: URLSearchParams): SearchQuery {
  const sort = sorts.find((one) => one === params.get('sort'));
  const query: SearchQuery = {};
  const q = params.get('q')?.trim();
  const category = params.get('category');
  const deliveryMode = params.get('delivery_mode');
  if (q) query.q = q;
  if (category) query.category = category;
  if (deliveryMode) query.deliveryMode = deliveryMode;
  if (sort && sort !== 'relevance') query.sort = sort;
  return query;
}
