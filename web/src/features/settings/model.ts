import type { NewsKind } from '@/api';

/** What there is to hear of. Mails about the account itself always come. */
export const newsKinds: readonly NewsKind[] = ['appointments', 'reminders', 'ratings', 'circle', 'posts', 'messages'];

/** The kind of news whose mails a mailed link stops: the token ends in its name. Null for a link that is not whole. */
export function kindStoppedBy(token: string): NewsKind | null {
  return newsKinds.find((kind) => token.endsWith(`.${kind}`)) ?? null;
}
