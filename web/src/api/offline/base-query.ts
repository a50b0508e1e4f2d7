import type { BaseQueryApi, BaseQueryFn } from '@reduxjs/toolkit/query/react';
import { text } from '@/i18n';
import type { StoredAnswer, WaitingKind, WaitingWrite } from '@/offline';
import { newKey, type CallArgs, type CallMeta } from '../call';
import type { Failure } from '../envelope';
import { selectSession, type SessionState } from '../session';
import { isWaitingFor, writeKept } from './outbox-state';

/** What a call does without a connection; its `extraOptions`. Without them it says that it needs one. */
export interface OfflineOptions {
  /** The last answer is stored, and read while there is no connection. */
  readableOffline?: boolean;
  /** The write waits in the outbox and is sent when the connection is back. */
  waitsAs?: WaitingKind;
}

type CallServer = BaseQueryFn<CallArgs | string, unknown, Failure, object, CallMeta>;
type Call = BaseQueryFn<CallArgs | string, unknown, Failure, OfflineOptions, CallMeta>;
type Result = Awaited<ReturnType<Call>>;

const accountIn = (queryApi: BaseQueryApi) => selectSession(queryApi.getState() as { session: SessionState }).ownerId;

/** Whether the call did not reach the server, and was not ended by the app itself. */
const isUnreached = (result: Result, { signal }: BaseQueryApi) => result.error?.status === 0 && !signal.aborted;

function addressOf({ url, params }: CallArgs): string {
  const present = Object.entries(params ?? {}).filter(([, value]) => value !== undefined && value !== null && value !== '');
  return `${url}?${new URLSearchParams(present.map(([name, value]) => [name, String(value)])).toString()}`;
}

const saying = (failure: Failure | undefined, main_msg: string): Result => ({
  error: { ...(failure ?? { kind: 'unavailable', iv_msg: {}, status: 0 }), main_msg },
});

/** Stores an answer for its account. A browser that keeps no data goes without. */
async function store(answer: StoredAnswer, queryApi: BaseQueryApi): Promise<void> {
  try {
    const { storeAnswer } = await import('@/offline');
    await storeAnswer(answer, () => accountIn(queryApi) === answer.account);
  } catch {
    // Reading goes on with the connection.
  }
}

async function stored(account: string, address: string): Promise<StoredAnswer | undefined> {
  try {
    const { storedAnswer } = await import('@/offline');
    return await storedAnswer(account, address);
  } catch {
    return undefined;
  }
}

/** The answer of the server, or without a connection what it answered last. */
async function read(args: CallArgs, queryApi: BaseQueryApi, callServer: CallServer): Promise<Result> {
  const account = accountIn(queryApi);
  const address = addressOf(args);
  const result: Result = await callServer(args, queryApi, {});
  if (!isUnreached(result, queryApi)) {
    // What guests see is theirs as long as their tab is open.
    const isKept = result.error === undefined && result.meta?.caller !== 'guest';
    if (isKept) {
      const nextCursor = result.meta?.nextCursor ?? null;
      void store({ account, address, body: result.data, nextCursor, answeredAt: new Date().toISOString() }, queryApi);
    }
    return result;
  }
  const last = await stored(account, address);
  if (!last || accountIn(queryApi) !== account) return navigator.onLine ? result : saying(result.error, text('ui:notStored'));
  return {
    data: last.body,
    meta: { nextCursor: last.nextCursor, caller: result.meta?.caller ?? 'nobody', answeredAt: Date.parse(last.answeredAt) },
  };
}

/** Keeps a write until there is a connection. Returns whether this browser could. */
async function keep(write: WaitingWrite, queryApi: BaseQueryApi): Promise<boolean> {
  // Missing on insecure origins: nobody could send it.
  if (!('locks' in navigator)) return false;
  try {
    const { keepWrite } = await import('@/offline');
    await keepWrite(write);
  } catch {
    return false;
  }
  queryApi.dispatch(writeKept(write));
  return true;
}

/** Sends a write; without a connection it goes into the outbox, and so does one that follows what waits there. */
async function write(args: CallArgs, kind: WaitingKind, queryApi: BaseQueryApi, callServer: CallServer): Promise<Result> {
  const account = accountIn(queryApi);
  const key = args.headers?.['idempotency-key'] ?? newKey();
  const sent = { ...args, headers: { ...args.headers, 'idempotency-key': key } };
  const queue = isWaitingFor(queryApi.getState(), account);
  const result: Result = queue ? saying(undefined, '') : await callServer(sent, queryApi, {});
  if (!isUnreached(result, queryApi) || !account) return result;
  const now = Date.now();
  const body = args.body as WaitingWrite['body'];
  const isKept = await keep(
    { key, account, kind, url: args.url, body, writtenAt: now, triedAt: queue ? null : now, refusal: '', isTooOld: false },
    queryApi,
  );
  if (!isKept) return queue ? callServer(sent, queryApi, {}) : result;
  return { error: { kind: 'waiting', main_msg: text('ui:sentWhenOnline'), iv_msg: {}, status: 0, key } };
}

/** Lets calls work without a connection as their `extraOptions` say. */
export function withOffline(callServer: CallServer): Call {
  return async (input, queryApi, options) => {
    const args = typeof input === 'string' ? { url: input } : input;
    const { readableOffline, waitsAs } = options ?? {};
    if (waitsAs) return write(args, waitsAs, queryApi, callServer);
    if (readableOffline) return read(args, queryApi, callServer);
    const result: Result = await callServer(args, queryApi, {});
    if (!isUnreached(result, queryApi) || navigator.onLine) return result;
    return saying(result.error, text(queryApi.type === 'mutation' ? 'ui:needsConnection' : 'ui:notStored'));
  };
}
