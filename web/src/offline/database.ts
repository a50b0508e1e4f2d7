import { openDB, type DBSchema, type IDBPDatabase } from 'idb';

/** An answer of the server as it was last seen. */
export interface StoredAnswer {
  /** Whom it was given to; '' for visitors without an account. */
  account: string;
  /** The path and query of the call. */
  address: string;
  body: unknown;
  /** Where the next page of a bare list starts. */
  nextCursor: string | null;
  /** ISO 8601. */
  answeredAt: string;
}

export type WaitingKind = 'message' | 'bookmark' | 'comment';

/** A write that waits for a connection. */
export interface WaitingWrite {
  /** The idempotency key: however often it is sent, it arrives once. */
  key: string;
  /** Who wrote it. */
  account: string;
  kind: WaitingKind;
  /** The path of the call. */
  url: string;
  body: Readonly<Record<string, unknown>>;
  /** In milliseconds since the epoch. */
  writtenAt: number;
  /** When it was sent for the first time, without hearing an answer; null if never. */
  triedAt: number | null;
  /** Why the server does not take it; '' while it waits. The user sends it again or discards it. */
  refusal: string;
  /** It was tried too long ago for its key to count: sent again by itself, it might arrive twice. */
  isTooOld: boolean;
}

/** Whose token and language go with the waiting writes. It is stored as long as some wait. */
export interface Sender {
  account: string;
  token: string;
  language: string;
}

interface Schema extends DBSchema {
  /** What the server answered last, by account and address. */
  answers: { key: [account: string, address: string]; value: StoredAnswer; indexes: { by_age: string } };
  /** What was written without a connection. */
  outbox: { key: string; value: WaitingWrite; indexes: { by_account: string } };
  /** Who sends it. */
  senders: { key: string; value: Sender };
}

let opened: Promise<IDBPDatabase<Schema>> | null = null;

/** The database of this browser, which pages and service worker share. Rejects where the browser keeps none. */
export function database(): Promise<IDBPDatabase<Schema>> {
  opened ??= openDB<Schema>('openhours', 1, {
    upgrade(created) {
      created.createObjectStore('answers', { keyPath: ['account', 'address'] }).createIndex('by_age', 'answeredAt');
      created.createObjectStore('outbox', { keyPath: 'key' }).createIndex('by_account', 'account');
      created.createObjectStore('senders', { keyPath: 'account' });
    },
    blocking() {
      // Another tab wants a newer version of the database: lets it, and opens anew when needed.
      void opened?.then((connection) => connection.close());
      opened = null;
    },
    terminated: () => (opened = null),
  }).catch((error: unknown) => {
    opened = null;
    throw error;
  });
  return opened;
}

/** How long an account that must sign in again finds what it wrote, in milliseconds. */
const OUTBOX_LASTS = 7 * 86_400_000;

/**
 * Erases what does not belong to this account ('' for visitors without one), in answers, senders and the outbox. With
 * `keepOutbox` the outbox stays, for its account to go on after signing in again, but not longer than a week.
 */
export async function eraseForeign(account: string, { keepOutbox }: { keepOutbox: boolean }, now = Date.now()): Promise<void> {
  const transaction = (await database()).transaction(['answers', 'outbox', 'senders'], 'readwrite');
  const [answers, outbox, senders] = [
    transaction.objectStore('answers'),
    transaction.objectStore('outbox'),
    transaction.objectStore('senders'),
  ];
  for (const key of await answers.getAllKeys()) if (key[0] !== account) await answers.delete(key);
  for (const sender of await senders.getAllKeys()) if (sender !== account) await senders.delete(sender);
  for (const write of await outbox.getAll()) {
    const isKept = keepOutbox && now - write.writtenAt < OUTBOX_LASTS;
    if (write.account !== account && !isKept) await outbox.delete(write.key);
  }
  await transaction.done;
}
