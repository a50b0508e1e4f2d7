import { createAction } from '@reduxjs/toolkit';
import { createApi, type BaseQueryApi, type BaseQueryFn } from '@reduxjs/toolkit/query/react';
import { currentLanguage } from '@/i18n';
import { connectionSeen } from '@/platform/connection';
import { serverOrigin } from '@/platform/server';
import { type CallArgs, type CallMeta, kindOf, newKey, withTimeLimit } from './call';
import { failureOf, isEnvelope, temporaryServerIssue, type Envelope, type Failure } from './envelope';
import { withOffline } from './offline/base-query';
import { newestToken, selectBearer, type SessionState, type SessionStorage } from './session';
import { askToStepUp } from './step-up';
import { sendWithProgress } from './upload';

function query(params: Record<string, unknown> | undefined): string {
  const search = new URLSearchParams();
  for (const [key, value] of Object.entries(params ?? {})) {
    if (value !== undefined && value !== null && value !== '') search.set(key, String(value));
  }
  const text = search.toString();
  return text ? `?${text}` : '';
}

/** The body as JSON; null for a body that is none. Rejects when the connection breaks. */
async function readBody(response: Response): Promise<unknown> {
  try {
    return await response.json();
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

/** The text of a file as the data of an answer; its byte order mark stays. A refusal has the envelope of other calls. */
async function readFile(response: Response): Promise<unknown> {
  if (!response.ok) return readBody(response);
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(await response.arrayBuffer());
  return { status: true, message: { main_msg: '', iv_msg: {} }, data: text } satisfies Envelope<string>;
}

interface Caller {
  bearer: string;
  caller: CallMeta['caller'];
}

/** What calls are given besides the state: where all tabs store the session. */
export interface CallEnvironment {
  storage?: SessionStorage;
}

function callerOf({ session }: { session: SessionState }, { storage }: CallEnvironment): Caller {
  if (session.data.accessToken) return { bearer: newestToken(session.data, storage), caller: 'account' };
  return { bearer: selectBearer({ session }), caller: session.guestToken ? 'guest' : 'nobody' };
}

function requestOf({ method = 'GET', body, headers }: CallArgs, bearer: string, etag: string | undefined) {
  const sent = new Headers({ accept: 'application/json', 'accept-language': currentLanguage() });
  for (const [name, value] of Object.entries(headers ?? {})) if (value) sent.set(name, value);
  if (bearer) sent.set('authorization', `Bearer ${bearer}`);
  if (body !== undefined) sent.set('content-type', 'application/json');
  if (etag) sent.set('if-none-match', etag);
  if (method.toUpperCase() !== 'GET' && !sent.has('idempotency-key')) sent.set('idempotency-key', newKey());
  return { method, headers: sent, body: body === undefined ? null : JSON.stringify(body) };
}

const notModified = 304;

interface Answers {
  api: { queries: Record<string, { data?: unknown } | undefined> };
  changedAnswers: Record<string, true>;
}

/** The answer that the app shows for this call, with its ETag if it has one; undefined when there is none, or when the app has changed it. */
function shownAnswer({ getState, queryCacheKey, type }: BaseQueryApi): Envelope<unknown> | undefined {
  if (type !== 'query' || !queryCacheKey) return undefined;
  const { api: answers, changedAnswers } = getState() as Answers;
  if (changedAnswers[queryCacheKey]) return undefined;
  const shown = answers.queries[queryCacheKey]?.data;
  return isEnvelope(shown) ? shown : undefined;
}

/** The answer together with its ETag, so that it is validated when it is asked for again. */
function named(answer: unknown, etag: string | null): unknown {
  return etag && isEnvelope(answer) ? { ...answer, etag } : answer;
}

/** How long the server asks to wait, in seconds. */
function waitOf(headers: Headers): Pick<Failure, 'wait'> {
  const wait = Number(headers.get('retry-after'));
  return wait > 0 ? { wait } : {};
}

/**
 * One call: bearer from the session, the app's language, an Idempotency-Key on writes, the envelope read into data or a Failure. An
 * answer that is shown already is sent again only when it has changed. A call that hangs fails when its time is over.
 */
const callServer: BaseQueryFn<CallArgs | string, unknown, Failure, object, CallMeta> = async (input, queryApi) => {
  const args = typeof input === 'string' ? { url: input } : (input as CallArgs);
  const { bearer, caller } = callerOf(queryApi.getState() as { session: SessionState }, (queryApi.extra ?? {}) as CallEnvironment);
  const address = new URL(`${args.url}${query(args.params)}`, serverOrigin());
  const shown = shownAnswer(queryApi);
  const request = requestOf(args, bearer, shown?.etag);
  const limit = withTimeLimit(queryApi.signal, kindOf({ ...request, url: args.url }));
  const sent = { ...request, signal: limit.signal };
  let response: Response;
  let answer: unknown;
  try {
    response = await (args.onProgress ? sendWithProgress(address, sent, args.onProgress) : fetch(address, sent));
    answer =
      response.status === notModified ? shown : named(await (args.isFile ? readFile : readBody)(response), response.headers.get('etag'));
  } catch {
    if (!queryApi.signal.aborted) connectionSeen(false);
    const failure: Failure = { kind: 'unavailable', main_msg: temporaryServerIssue(), iv_msg: {}, status: 0 };
    return { error: failure, meta: { nextCursor: null, caller } };
  } finally {
    limit.end();
  }
  connectionSeen(true);
  const failure = failureOf(response.status === notModified ? 200 : response.status, answer);
  const meta: CallMeta = { nextCursor: response.headers.get('x-next-cursor'), caller };
  return failure ? { error: { ...failure, ...waitOf(response.headers) }, meta } : { data: answer, meta };
};

/**
 * What asks that the user shows who they are does so in a dialog and is then sent again with the new token (product.md 1.13);
 * what needs a confirmed mail address waits for the code, with code of its own (product.md 1.5).
 */
const callWithDialogs: typeof callServer = async (args, queryApi, options) => {
  const send = () => callServer(args, queryApi, options);
  const result = await send();
  const asked = result.error?.iv_msg ?? {};
  if (asked['iv_step_up']) return (await askToStepUp()) ? send() : result;
  if (queryApi.endpoint === 'confirmAccountByCode' || !asked['iv_confirmation_code']) return result;
  const { confirmFirst } = await import('./confirm-first');
  return confirmFirst(result, queryApi.dispatch, send);
};

/** The check of the login is shared by all tabs, with code of its own; every other call goes to the server at once. */
const callOrCheck: typeof callServer = async (args, queryApi, options) => {
  if (queryApi.endpoint !== 'checkActiveLogin') return callWithDialogs(args, queryApi, options);
  const { withSharedLoginCheck } = await import('./shared-login-check');
  return withSharedLoginCheck(callServer)(args, queryApi, options);
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
  baseQuery: withOffline(callOrCheck),
  tagTypes: [
    'Profile',
    'Services',
    'Hours',
    'Slots',
    'Bookings',
    'Alerts',
    'Favourites',
    'Ratings',
    'Posts',
    'Bookmarks',
    'Comments',
    'Finance',
    'Preferences',
    'Circle',
    'Blocks',
    'Messages',
    'Feed',
    'Calendars',
    'Logins',
    'Venues',
  ],
  keepUnusedDataFor: 120,
  extractRehydrationInfo: (action) => (pageTakenOver.match(action) ? (action.payload as never) : undefined),
  refetchOnReconnect: true,
  endpoints: () => ({}),
});
