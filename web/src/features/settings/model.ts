import type { NewsChannel, NewsKind } from '@/api';

/** The kinds of notifications. Mails about the account itself are always sent. */
export const newsKinds: readonly NewsKind[] = ['appointments', 'reminders', 'ratings', 'circle', 'posts', 'messages'];

/** Whether there is anything to switch: of posts nothing is mailed. */
export const hasSwitch = (kind: NewsKind, channel: NewsChannel): boolean => !(kind === 'posts' && channel === 'email');

/** The place that names an IANA zone: 'Lisbon', 'New York'. */
export const placeOfZone = (timezone: string): string => (timezone.split('/').at(-1) ?? '').replaceAll('_', ' ');

/** What mails can be stopped by a link: those of a kind of notifications, the one that a provider asked for each day, and
 *  those about appointments that others enter for an address. */
export type StoppedMails = NewsKind | 'summary' | 'unasked';

/** What a mailed link stops: the token ends in its name. null for a broken link. */
export function kindOfUnsubscribeToken(token: string): StoppedMails | null {
  return [...newsKinds, 'summary' as const, 'unasked' as const].find((kind) => token.endsWith(`.${kind}`)) ?? null;
}
