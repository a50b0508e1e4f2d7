import { tabStorage } from '@/platform/site-data';

/** A message that is being sent, or could not be sent. */
export interface Unsent {
  /** The idempotency key: retries use the same one, so the message arrives once. */
  readonly key: string;
  readonly text: string;
  readonly failed: boolean;
  /** The server's refusal; '' when the server was not reached. */
  readonly why: string;
}

/** The draft and the unsent messages of a conversation. */
export interface StoredOutbox {
  readonly draft: string;
  readonly unsent: readonly Unsent[];
}

const nothing: StoredOutbox = { draft: '', unsent: [] };
const storageKeyOf = (ownerId: string, conversationId: string) => `messages:${ownerId}:${conversationId}`;

function isUnsent(value: unknown): value is Unsent {
  return typeof value === 'object' && value !== null && 'key' in value && 'text' in value && typeof value.text === 'string';
}

/** Reads what this tab stores for a conversation. Messages that were being sent when the page was left count as not sent. */
export function readOutbox(ownerId: string, conversationId: string): StoredOutbox {
  try {
    const found: unknown = JSON.parse(tabStorage.getItem(storageKeyOf(ownerId, conversationId)) ?? 'null');
    if (typeof found !== 'object' || found === null) return nothing;
    const { draft, unsent } = found as Partial<StoredOutbox>;
    return {
      draft: typeof draft === 'string' ? draft : '',
      unsent: Array.isArray(unsent) ? unsent.filter(isUnsent).map((one) => ({ ...one, failed: true })) : [],
    };
  } catch {
    return nothing;
  }
}

export function writeOutbox(ownerId: string, conversationId: string, outbox: StoredOutbox): void {
  if (outbox.draft || outbox.unsent.length) tabStorage.setItem(storageKeyOf(ownerId, conversationId), JSON.stringify(outbox));
  else tabStorage.removeItem(storageKeyOf(ownerId, conversationId));
}

/** Removes a delivered message from storage, whether or not its conversation is still shown. */
export const withoutUnsent = (outbox: StoredOutbox, key: string): StoredOutbox => ({
  ...outbox,
  unsent: outbox.unsent.filter((one) => one.key !== key),
});
