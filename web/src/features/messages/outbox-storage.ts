/** A message on its way: being sent, or not sent. */
export interface Unsent {
  /** Under which it is sent, again and again, and arrives once. */
  readonly key: string;
  readonly text: string;
  readonly failed: boolean;
  /** What the server said against it; '' when it was not reached. */
  readonly why: string;
}

/** What was typed in a conversation and is not with the other side yet. */
export interface StoredOutbox {
  readonly draft: string;
  readonly unsent: readonly Unsent[];
}

const nothing: StoredOutbox = { draft: '', unsent: [] };
const place = (ownerId: string, conversationId: string) => `messages:${ownerId}:${conversationId}`;

function isUnsent(value: unknown): value is Unsent {
  return typeof value === 'object' && value !== null && 'key' in value && 'text' in value && typeof value.text === 'string';
}

/** What this tab keeps for a conversation; whatever was on its way when the page was left counts as not sent. */
export function readOutbox(ownerId: string, conversationId: string): StoredOutbox {
  try {
    const found: unknown = JSON.parse(sessionStorage.getItem(place(ownerId, conversationId)) ?? 'null');
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

export function writeOutbox(ownerId: string, conversationId: string, kept: StoredOutbox): void {
  if (kept.draft || kept.unsent.length) sessionStorage.setItem(place(ownerId, conversationId), JSON.stringify(kept));
  else sessionStorage.removeItem(place(ownerId, conversationId));
}

/** Takes one that has arrived out of what is kept, whether or not its conversation is still on the screen. */
export const withoutUnsent = (kept: StoredOutbox, key: string): StoredOutbox => ({ ...kept, unsent: kept.unsent.filter((one) => one.key !== key) });
