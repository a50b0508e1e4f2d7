import type { BaseQueryApi, BaseQueryFn } from '@reduxjs/toolkit/query/react';
import { tabStorage } from '@/platform/site-data';
import { isEnvelope, type Envelope } from './envelope';
import { loginCheckKey, readStoredSession, writeStoredSession, type SessionData, type SessionState, type SessionStorage } from './session';

/*
 * Tabs share one login check: each check replaces the token, so a tab asks only when no other one has just done so. The lock
 * makes them ask one after the other, and the storage holds what the last one heard.
 */

const lockName = 'login check';
const tabKey = 'tab';

/** How long a tab waits for the check of another one, which may be frozen. In milliseconds. */
const longestWait = 8000;

/** For how long a starting tab takes the check of another tab for its own. In milliseconds. */
const justChecked = 30_000;

/** The daily check of a tab is due; a check of another tab within this time stands for it. In milliseconds. */
const day = 23 * 3_600_000;

export interface LoginCheck {
  /** When the server answered, in milliseconds since the epoch. */
  at: number;
  /** Which tab asked. */
  tab: string;
}

/**
 * Whether a stored check stands for the one that `tab` is about to make. `askedAt` is when it began to wait for its turn,
 * `checkedAt` its last own check, undefined while it starts.
 */
export function standsFor(check: LoginCheck, tab: string, askedAt: number, checkedAt: number | undefined): boolean {
  if (check.at > askedAt) return true;
  if (checkedAt === undefined) return check.tab !== tab && askedAt - check.at < justChecked;
  return askedAt - checkedAt > day && askedAt - check.at < day;
}

/** This tab's name. It stays when the page is loaded again, which checks the login as a start does. */
function thisTab(): string {
  const known = tabStorage.getItem(tabKey);
  if (known) return known;
  const name = crypto.randomUUID();
  tabStorage.setItem(tabKey, name);
  return name;
}

function storedCheck(storage: SessionStorage): LoginCheck | null {
  try {
    return JSON.parse(storage.getItem(loginCheckKey) ?? 'null') as LoginCheck | null;
  } catch {
    return null;
  }
}

interface Checked {
  refreshed_access_token: { access_token: string; access_token_expiry: string };
  session_data: SessionData;
}

/** The answer of the check that another tab has made, as the server gave it. */
function answerOf({ data }: SessionState): Envelope<Checked> {
  const refreshed_access_token = { access_token: data.accessToken, access_token_expiry: data.accessTokenExpiry };
  return { status: true, message: { main_msg: '', iv_msg: {} }, data: { refreshed_access_token, session_data: data } };
}

interface State {
  session: SessionState;
  api: { queries: Record<string, { fulfilledTimeStamp?: number } | undefined> };
}

const loginOf = (queryApi: BaseQueryApi) => (queryApi.getState() as State).session.data.authId;

/** Stores the answer before the next tab takes its turn, unless the login has left this browser meanwhile. */
function store(storage: SessionStorage, answer: unknown, login: string): void {
  const now = new Date();
  if (!isEnvelope(answer) || readStoredSession(storage, now).data.authId !== login) return;
  const { refreshed_access_token: fresh, session_data } = answer.data as Checked;
  const data = { ...session_data, accessToken: fresh.access_token, accessTokenExpiry: fresh.access_token_expiry, isAuthenticated: true };
  writeStoredSession(storage, { data, loginExpired: false, guestToken: null });
  storage.setItem(loginCheckKey, JSON.stringify({ at: now.getTime(), tab: thisTab() } satisfies LoginCheck));
}

/** `send`, with the check of the login shared by all tabs. */
export function withSharedLoginCheck<Args, Failure, Meta>(
  send: BaseQueryFn<Args, unknown, Failure, object, Meta>,
): BaseQueryFn<Args, unknown, Failure, object, Meta> {
  return async (args, queryApi, options) => {
    const { storage } = (queryApi.extra ?? {}) as { storage?: SessionStorage };
    if (!storage) return send(args, queryApi, options);
    const login = loginOf(queryApi);
    const askedAt = Date.now();
    const checkedAt = (queryApi.getState() as State).api.queries[queryApi.queryCacheKey ?? '']?.fulfilledTimeStamp;
    return inTurn(async () => {
      const check = storedCheck(storage);
      const stored = readStoredSession(storage, new Date());
      const isShared = check && stored.data.authId === login && standsFor(check, thisTab(), askedAt, checkedAt);
      if (isShared) return { data: answerOf(stored) };
      const result = await send(args, queryApi, options);
      if (result.data) store(storage, result.data, login);
      return result;
    });
  };
}

/** Runs `check` while no other tab does; without locks, and when the other tab takes too long, at once. */
async function inTurn<T>(check: () => T | PromiseLike<T>): Promise<T> {
  if (!('locks' in navigator)) return check();
  let hasBegun = false;
  try {
    return await navigator.locks.request(lockName, { signal: AbortSignal.timeout(longestWait) }, () => {
      hasBegun = true;
      return check();
    });
  } catch (error) {
    if (hasBegun) throw error;
    return check();
  }
}
