import { tabStorage } from '@/platform/site-data';
import type { Draft } from './draft';

/*
 * A post that was being written when the login ended. It waits in this tab until the same account signs in again and opens the
 * composer.
 */

/** `postId` is undefined for a new post. */
const keyOf = (ownerId: string, postId: string | undefined) => `post:${ownerId}:${postId ?? ''}`;

export const keepDraft = (ownerId: string, postId: string | undefined, draft: Draft): void =>
  tabStorage.setItem(keyOf(ownerId, postId), JSON.stringify(draft));

export const forgetDraft = (ownerId: string, postId: string | undefined): void => tabStorage.removeItem(keyOf(ownerId, postId));

/** The kept draft; null without one. */
export function keptDraft(ownerId: string, postId: string | undefined): Draft | null {
  return JSON.parse(tabStorage.getItem(keyOf(ownerId, postId)) ?? 'null') as Draft | null;
}
