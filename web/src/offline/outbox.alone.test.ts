import 'fake-indexeddb/auto';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { done, failed, http, HttpResponse, refused, server } from '@/test';
import {
  eraseForeign,
  keepWrite,
  onOutboxNews,
  pruneAnswers,
  retryWrite,
  sendWaiting,
  senders,
  storeAnswer,
  storedAnswer,
  storeSender,
  waitingWrites,
  type OutboxNews,
  type WaitingWrite,
} from '.';

const now = Date.parse('2026-03-01T10:00:00Z');
const hour = 3_600_000;
const me = { account: 'me', token: 'token-of-me', language: 'fr' };
const write = (key: string, more: Partial<WaitingWrite> = {}): WaitingWrite => ({
  key,
  account: 'me',
  kind: 'message',
  url: 'http://localhost/api/send_message',
  body: { iv_text: key },
  writtenAt: now,
  triedAt: null,
  refusal: '',
  isTooOld: false,
  ...more,
});

/** A server that records what arrives and answers in turn. */
function answering(...answers: (() => Response)[]) {
  const arrived: { key: string | null; token: string | null; language: string | null; text: unknown }[] = [];
  server.use(
    http.post('*/api/send_message', async ({ request }) => {
      const { headers } = request;
      const { iv_text } = (await request.json()) as { iv_text: unknown };
      arrived.push({
        key: headers.get('idempotency-key'),
        token: headers.get('authorization'),
        language: headers.get('accept-language'),
        text: iv_text,
      });
      return (answers.shift() ?? (() => done({ message: { text: iv_text } })))();
    }),
  );
  return arrived;
}

const texts = (arrived: { text: unknown }[]) => arrived.map(({ text }) => text);
const keys = async (account = 'me') => (await waitingWrites(account)).map(({ key }) => key);

beforeEach(() => {
  // jsdom has no Web Locks; there is one tab only.
  vi.stubGlobal('navigator', { ...navigator, locks: { request: (_name: string, act: () => unknown) => act() } });
});
afterEach(async () => {
  vi.unstubAllGlobals();
  await eraseForeign('nobody', { keepOutbox: false });
});

describe('the outbox', () => {
  it('sends in the order of writing, each once, with its key and who wrote it', async () => {
    const arrived = answering();
    await keepWrite(write('second', { writtenAt: now + 1 }));
    await keepWrite(write('first'));
    await storeSender(me);
    expect(await sendWaiting(me, () => now)).toBe(true);
    expect(await senders()).toEqual([]);
    expect(await sendWaiting(me, () => now)).toBe(true);
    expect(arrived).toEqual([
      { key: 'first', token: 'Bearer token-of-me', language: 'fr', text: 'first' },
      { key: 'second', token: 'Bearer token-of-me', language: 'fr', text: 'second' },
    ]);
    expect(await keys()).toEqual([]);
  });

  it('tells pages what has arrived, with the answer', async () => {
    answering();
    const news: OutboxNews[] = [];
    const stop = onOutboxNews((one) => void news.push(one));
    await keepWrite(write('a'));
    await sendWaiting(me, () => now);
    await vi.waitFor(() => expect(news.map(({ type }) => type)).toEqual(['changed', 'delivered']));
    expect(news[1]).toMatchObject({ delivery: { write: { key: 'a' }, answer: { data: { message: { text: 'a' } } } } });
    stop();
  });

  it.each([
    ['there is no connection', () => HttpResponse.error()],
    ['the server has no time', () => failed(503)],
    ['there were too many calls', () => failed(429)],
    ['the login is over', () => failed(422)],
  ])('keeps everything when %s, and sends it later under the same key', async (_when, answer) => {
    const arrived = answering(answer);
    await keepWrite(write('a'));
    await keepWrite(write('b', { writtenAt: now + 1 }));
    expect(await sendWaiting(me, () => now)).toBe(false);
    expect([texts(arrived), await keys()]).toEqual([['a'], ['a', 'b']]);
    expect(await sendWaiting(me, () => now)).toBe(true);
    expect(arrived.map(({ key }) => key)).toEqual(['a', 'a', 'b']);
  });

  it.each([
    ['a refusal', () => refused('Not possible', { iv_text: 'Too long' }), 'Not possible Too long'],
    ['403', () => failed(403, 'You cannot write to each other'), 'You cannot write to each other'],
    ['404', () => failed(404, 'It is not there any more'), 'It is not there any more'],
  ])('keeps what is answered with %s, with its words, and goes on with the next', async (_what, answer, words) => {
    const arrived = answering(answer);
    await keepWrite(write('a'));
    await keepWrite(write('b', { writtenAt: now + 1 }));
    expect(await sendWaiting(me, () => now)).toBe(true);
    await sendWaiting(me, () => now);
    expect(texts(arrived)).toEqual(['a', 'b']);
    const [left] = await waitingWrites('me');
    expect(left).toMatchObject({ key: 'a', refusal: words });
    await retryWrite(left as WaitingWrite, 'c');
    await sendWaiting(me, () => now);
    expect([arrived.at(-1)?.key, arrived.at(-1)?.text, await keys()]).toEqual(['c', 'a', []]);
  });

  it('asks the user about what was tried so long ago that it might arrive twice', async () => {
    const arrived = answering(() => HttpResponse.error());
    await keepWrite(write('tried'));
    await sendWaiting(me, () => now);
    await keepWrite(write('never tried', { writtenAt: now + 1 }));
    expect(await sendWaiting(me, () => now + 24 * hour)).toBe(true);
    expect(texts(arrived)).toEqual(['tried', 'never tried']);
    expect(await waitingWrites('me')).toMatchObject([{ key: 'tried', isTooOld: true }]);
  });

  it('sends nothing of another account', async () => {
    const arrived = answering();
    await keepWrite(write('theirs', { account: 'other' }));
    await sendWaiting(me, () => now);
    expect([arrived, await keys('other')]).toEqual([[], ['theirs']]);
  });
});

const answer = (account: string, address = '/api/get_feed_posts?', answeredAt = '2026-03-01T09:00:00Z') => ({
  account,
  address,
  body: { data: [address] },
  nextCursor: null,
  answeredAt,
});
const theirs = () => true;

describe('the stored answers', () => {
  it('belong to one account', async () => {
    await storeAnswer(answer('me'), theirs);
    expect(await storedAnswer('me', '/api/get_feed_posts?')).toMatchObject({ account: 'me' });
    expect(await storedAnswer('other', '/api/get_feed_posts?')).toBeUndefined();
    expect(await storedAnswer('', '/api/get_feed_posts?')).toBeUndefined();
  });

  it('are not stored for an account that has left while they were on their way', async () => {
    await storeAnswer(answer('me'), () => false);
    expect(await storedAnswer('me', '/api/get_feed_posts?')).toBeUndefined();
  });

  it('are removed by age, and the oldest of too many', async () => {
    await storeAnswer(answer('me', 'old', '2026-01-01T00:00:00Z'), theirs);
    for (let nth = 0; nth <= 200; nth += 1) await storeAnswer(answer('me', `n${nth}`, new Date(now + nth).toISOString()), theirs);
    await pruneAnswers(new Date(now));
    expect(await storedAnswer('me', 'old')).toBeUndefined();
    expect(await storedAnswer('me', 'n0')).toBeUndefined();
    expect(await storedAnswer('me', 'n1')).toBeDefined();
  });
});

describe('when an account leaves', () => {
  beforeEach(async () => {
    await storeAnswer(answer('me'), theirs);
    await storeSender(me);
    await keepWrite(write('a'));
  });

  it('everything of it is erased', async () => {
    await eraseForeign('', { keepOutbox: false });
    expect([await storedAnswer('me', '/api/get_feed_posts?'), await senders(), await keys()]).toEqual([undefined, [], []]);
  });

  it('and has to sign in again, what it wrote waits for it, but no longer than a week', async () => {
    await eraseForeign('', { keepOutbox: true }, now);
    expect([await storedAnswer('me', '/api/get_feed_posts?'), await senders(), await keys()]).toEqual([undefined, [], ['a']]);
    await eraseForeign('', { keepOutbox: true }, now + 8 * 24 * hour);
    expect(await keys()).toEqual([]);
  });

  it('another one finds its own only', async () => {
    await storeAnswer(answer('other'), theirs);
    await eraseForeign('other', { keepOutbox: false });
    expect(await storedAnswer('other', '/api/get_feed_posts?')).toBeDefined();
    expect([await storedAnswer('me', '/api/get_feed_posts?'), await keys()]).toEqual([undefined, []]);
  });
});
