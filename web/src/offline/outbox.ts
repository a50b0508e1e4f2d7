import { database, type Sender, type WaitingWrite } from './database';

/** How long the server remembers an idempotency key (api.md 1), less an hour for clocks that differ. In milliseconds. */
const KEY_LASTS = 23 * 3_600_000;

/** Whether the outbox may send this write by itself. */
const isSendable = ({ refusal, isTooOld }: WaitingWrite): boolean => !refusal && !isTooOld;

/** Tells pages and worker that the outbox has changed. */
const CHANNEL = 'outbox';

/** A write that has arrived, and what the server answered. */
export interface Delivery {
  write: WaitingWrite;
  answer: unknown;
}

export type OutboxNews = { type: 'changed' } | { type: 'delivered'; delivery: Delivery };

/** Listens to what other tabs and the worker do with the outbox. Returns how to stop that. */
export function onOutboxNews(listener: (news: OutboxNews) => void): () => void {
  const channel = new BroadcastChannel(CHANNEL);
  channel.addEventListener('message', ({ data }) => listener(data as OutboxNews));
  return () => channel.close();
}

function tell(news: OutboxNews): void {
  const channel = new BroadcastChannel(CHANNEL);
  channel.postMessage(news);
  channel.close();
}

/** Puts a write into the outbox. */
export async function keepWrite(write: WaitingWrite): Promise<void> {
  await (await database()).put('outbox', write);
  tell({ type: 'changed' });
}

/** What waits for an account, in the order in which it was written. */
export async function waitingWrites(account: string): Promise<WaitingWrite[]> {
  const writes = await (await database()).getAllFromIndex('outbox', 'by_account', account);
  return writes.sort((one, other) => one.writtenAt - other.writtenAt);
}

/** Takes a write out of the outbox, which is then never sent. */
export async function discardWrite(key: string): Promise<void> {
  await (await database()).delete('outbox', key);
  tell({ type: 'changed' });
}

/** Lets a refused or old write be sent again, under a new key. */
export async function retryWrite(write: WaitingWrite, newKey: string): Promise<void> {
  const transaction = (await database()).transaction('outbox', 'readwrite');
  await Promise.all([
    transaction.store.delete(write.key),
    transaction.store.put({ ...write, key: newKey, triedAt: null, refusal: '', isTooOld: false }),
    transaction.done,
  ]);
  tell({ type: 'changed' });
}

/** Stores who sends, for the worker, which has no other way to know. */
export async function storeSender(sender: Sender): Promise<void> {
  await (await database()).put('senders', sender);
}

/** Everybody who has something to send. */
export async function senders(): Promise<Sender[]> {
  return (await database()).getAll('senders');
}

interface Reply {
  status: boolean;
  message: { main_msg: string; iv_msg: Record<string, string> | null };
}

/** 401, 422: the login is over. 429 and 5xx: the server has no time. All others say that the write itself is wrong. */
const comesLater = (status: number) => status === 401 || status === 422 || status === 429 || status >= 500;

/** What the server says against a write. */
const refusalIn = ({ message: { main_msg, iv_msg } }: Reply, status: number): string =>
  [...new Set([main_msg, ...Object.values(iv_msg ?? {})])].filter(Boolean).join(' ') || String(status);

type Outcome = { is: 'delivered'; answer: unknown } | { is: 'refused'; refusal: string } | { is: 'later' };

async function send(write: WaitingWrite, { token, language }: Sender): Promise<Outcome> {
  const response = await fetch(write.url, {
    method: 'POST',
    headers: {
      accept: 'application/json',
      'accept-language': language,
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      'idempotency-key': write.key,
    },
    body: JSON.stringify(write.body),
  });
  if (comesLater(response.status)) return { is: 'later' };
  const reply = (await response.json()) as Reply;
  return response.ok && reply.status ? { is: 'delivered', answer: reply } : { is: 'refused', refusal: refusalIn(reply, response.status) };
}

/** Changes a write, unless it was discarded meanwhile. */
async function change(key: string, how: Partial<WaitingWrite>): Promise<WaitingWrite | null> {
  const transaction = (await database()).transaction('outbox', 'readwrite');
  const found = await transaction.store.get(key);
  const changed = found ? { ...found, ...how } : null;
  if (changed) await transaction.store.put(changed);
  await transaction.done;
  return changed;
}

/** Sends one write. Returns whether the next one may follow. */
async function settle({ key, triedAt }: WaitingWrite, sender: Sender, now: number): Promise<boolean> {
  if (triedAt !== null && now - triedAt > KEY_LASTS) {
    await change(key, { isTooOld: true });
    tell({ type: 'changed' });
    return true;
  }
  const write = await change(key, { triedAt: triedAt ?? now });
  if (!write) return true;
  const outcome = await send(write, sender);
  if (outcome.is === 'later') return false;
  if (outcome.is === 'refused') {
    await change(key, { refusal: outcome.refusal });
    tell({ type: 'changed' });
  } else {
    await (await database()).delete('outbox', key);
    tell({ type: 'delivered', delivery: { write, answer: outcome.answer } });
  }
  return true;
}

/** Forgets the token of an account of which nothing waits any more. */
async function forgetSender(account: string): Promise<void> {
  const left = await waitingWrites(account);
  if (left.length === 0) await (await database()).delete('senders', account);
}

/**
 * Sends what waits, one after the other in the order of writing; one tab or worker at a time. It ends at the first write for
 * which there is no connection, or no time at the server; what is refused stays, with the server's words.
 * Returns whether nothing is left to be sent.
 */
export async function sendWaiting(sender: Sender, now: () => number = Date.now): Promise<boolean> {
  return navigator.locks.request(CHANNEL, async () => {
    try {
      for (const write of (await waitingWrites(sender.account)).filter(isSendable)) {
        if (!(await settle(write, sender, now()))) return false;
      }
      await forgetSender(sender.account);
      return true;
    } catch {
      return false;
    }
  });
}
