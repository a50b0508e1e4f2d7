import { createAction } from '@reduxjs/toolkit';
import { createApi, type BaseQueryFn } from '@reduxjs/toolkit/query/react';
import { currentLanguage } from '@/i18n';
import { connectionSeen } from '@/platform/connection';
import { serverOrigin } from '@/platform/server';
import { failureOf, temporaryServerIssue, type Failure } from './envelope';
import { newKey, withOffline } from './offline/base-query';
import { selectBearer, type SessionState } from './session';
import { sendWithProgress, type OnProgress } from './upload';

export interface CallArgs {
  url: string;
  method?: string;
  body?: unknown;
  params?: Record<string, unknown>;
  headers?: Record<string, string | undefined>;
  /** Called with the part of the body that has been sent, from 0 to 1. */
  onProgress?: OnProgress;
}

/** What is known about an answer besides its body. */
export interface CallMeta {
  /** Where the next page of a bare list starts; null at the end. */
  nextCursor: string | null;
  /** Whose token the call carried. */
  caller: 'account' | 'guest' | 'nobody';
  /** When the server gave this answer, if it was stored (milliseconds since the epoch). */
  answeredAt?: number;
}

function query(params: Record<string, unknown> | undefined): string {
  const search = new URLSearchParams();
  for (const [key, value] of Object.entries(params ?? {})) {
    if (value !== undefined && value !== null && value !== '') search.set(key, String(value));
  }
  const text = search.toString();
  return text ? `?${text}` : '';
}

async function readBody(response: Response): Promise<unknown> {
  try {
    return await response.json();
  } catch {
    return null;
  }
}

interface Caller {
  bearer: string;
  caller: CallMeta['caller'];
}

function callerOf({ session }: { session: SessionState }): Caller {
  const caller = session.data.accessToken ? 'account' : session.guestToken ? 'guest' : 'nobody';
  return { bearer: selectBearer({ session }), caller };
}

function requestOf({ method = 'GET', body, headers }: CallArgs, bearer: string, signal: AbortSignal) {
  const sent = new Headers({ accept: 'application/json', 'accept-language': currentLanguage() });
  for (const [name, value] of Object.entries(headers ?? {})) if (value) sent.set(name, value);
  if (bearer) sent.set('authorization', `Bearer ${bearer}`);
  if (body !== undefined) sent.set('content-type', 'application/json');
  if (method.toUpperCase() !== 'GET' && !sent.has('idempotency-key')) sent.set('idempotency-key', newKey());
  return { method, headers: sent, body: body === undefined ? null : JSON.stringify(body), signal };
}

/** How long the server asks to wait, in seconds. */
function waitOf(headers: Headers): Pick<Failure, 'wait'> {
  const wait = Number(headers.get('retry-after'));
  return wait > 0 ? { wait } : {};
}

/** One call: bearer from the session, the app's language, an Idempotency-Key on writes, the envelope read into data or a Failure. */
const callServer: BaseQueryFn<CallArgs | string, unknown, Failure, object, CallMeta> = async (input, { getState, signal }) => {
  const args = typeof input === 'string' ? { url: input } : (input as CallArgs);
  const { bearer, caller } = callerOf(getState() as { session: SessionState });
  const address = new URL(`${args.url}${query(args.params)}`, serverOrigin());
  const request = requestOf(args, bearer, signal);
  let response: Response;
  try {
    response = await (args.onProgress ? sendWithProgress(address, request, args.onProgress) : fetch(address, request));
  } catch {
    if (!signal.aborted) connectionSeen(false);
    const failure: Failure = { kind: 'unavailable', main_msg: temporaryServerIssue(), iv_msg: {}, status: 0 };
    return { error: failure, meta: { nextCursor: null, caller } };
  }
  connectionSeen(true);
  const answer = await readBody(response);
  const failure = failureOf(response.status, answer);
  const meta: CallMeta = { nextCursor: response.headers.get('x-next-cursor'), caller };
  return failure ? { error: { ...failure, ...waitOf(response.headers) }, meta } : { data: answer, meta };
};

/** The part of an API's state that holds answers. */
export interface AnsweredQueries {
  queries: Record<string, unknown>;
  provided: unknown;
  mutations: Record<string, never>;
}

/** The browser takes over a page that the server rendered: the answers in it need not be fetched. */
export const pageTakenOver = createAction<AnsweredQueries>('page/takenOver');

/** The one RTK Query API. The generated files and the features' own `api.ts` add their calls. */
export const api = createApi({
  reducerPath: 'api',
  baseQuery: withOffline(callServer),
  tagTypes: ['Profile', 'Services', 'Hours', 'Slots', 'Bookings', 'Alerts', 'Favourites', 'Ratings', 'Posts', 'Bookmarks', 'Comments', 'Finance', 'Preferences', 'Circle', 'Blocks', 'Messages', 'Feed', 'Calendars'],
  keepUnusedDataFor: 120,
  extractRehydrationInfo: (action) => (pageTakenOver.match(action) ? (action.payload as never) : undefined),
  refetchOnReconnect: true,
  endpoints: () => ({}),
});
