import type { NewsKind } from '@/api';

/** The kinds of notifications. Mails about the account itself are always sent. */
export const newsKinds: readonly NewsKind[] = ['appointments', 'reminders', 'ratings', 'circle', 'posts', 'messages'];

/** The kind of notification that a mailed link stops: the token ends in its name. null for a broken link. */
export function kindOfUnsubscribeToken(token: string): NewsKind | null {
  return newsKinds.find((kind) => token.endsWith(`.${kind}`)) ?? null;
}
