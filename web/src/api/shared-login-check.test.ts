import { beforeEach, describe, expect, it } from 'vitest';
import { openhoursApi, readStoredSession, sessionGranted, tokenRefreshed, writeStoredSession } from '@/api';
import { createStore } from '@/app/store';
import { deviceStorage } from '@/platform/site-data';
import { done, failed, http, member, server } from '@/test';
import { standsFor } from './shared-login-check';

const later = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();

/** A tab of this browser. */
function tab() {
  const store = createStore({
    storage: deviceStorage,
    now: () => new Date(),
    sockets: false,
    onLoginOver: () => undefined,
    onUnavailable: () => undefined,
  });
  return { ...store, check: () => store.dispatch(openhoursApi.endpoints.checkActiveLogin.initiate({}, { forceRefetch: true })) };
}

/** Gives this page another name, as another tab has. */
const asAnotherTab = () => sessionStorage.removeItem('tab');

/** Counts checks; each replaces the token before it. */
function countChecks(): { bearers: (string | null)[] } {
  const seen = { bearers: [] as (string | null)[] };
  server.use(
    http.get('*/api/check_active_login', ({ request }) => {
      seen.bearers.push(request.headers.get('authorization'));
      const refreshed = { access_token: `token-${seen.bearers.length}`, access_token_expiry: later(48 + seen.bearers.length) };
      return done({ refreshed_access_token: refreshed, session_data: { ...member, accessToken: refreshed.access_token } });
    }),
  );
  return seen;
}

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
  writeStoredSession(localStorage, {
    data: { ...member, accessToken: 'token-0', accessTokenExpiry: later(24) },
    loginExpired: false,
    guestToken: null,
  });
});

describe('tabs that start at once', () => {
  it('ask once, and all take the one token', async () => {
    const seen = countChecks();
    const tabs = [tab(), tab(), tab()];
    const answers = [];
    for (const each of tabs) {
      answers.push((await each.check()).data?.data.refreshed_access_token.access_token);
      asAnotherTab();
    }
    expect(seen.bearers).toEqual(['Bearer token-0']);
    expect(answers).toEqual(['token-1', 'token-1', 'token-1']);
    expect(localStorage.getItem('access_token')).toBe('token-1');
  });

  it('ask again when the same tab is loaded anew, with the newest token', async () => {
    const seen = countChecks();
    await tab().check();
    await tab().check();
    expect(seen.bearers).toEqual(['Bearer token-0', 'Bearer token-1']);
  });

  it('ask themselves when the check of the other tab failed', async () => {
    server.use(http.get('*/api/check_active_login', () => failed(503)));
    await tab().check();
    asAnotherTab();
    const seen = countChecks();
    await tab().check();
    expect(seen.bearers).toEqual(['Bearer token-0']);
  });
});

it('sends the newest token of the login, also before the tab has heard of it', async () => {
  const first = tab();
  writeStoredSession(localStorage, {
    data: { ...member, accessToken: 'newest', accessTokenExpiry: later(50) },
    loginExpired: false,
    guestToken: null,
  });
  let bearer: string | null = null;
  server.use(
    http.get('*/api/get_my_circle', ({ request }) => {
      bearer = request.headers.get('authorization');
      return failed(503);
    }),
  );
  await first.dispatch(openhoursApi.endpoints.getMyCircle.initiate({}));
  expect(bearer).toBe('Bearer newest');
});

describe('what another tab does', () => {
  const tell = () => window.dispatchEvent(new StorageEvent('storage', { storageArea: localStorage }));

  it('its refreshed token is taken', () => {
    const { getState } = tab();
    writeStoredSession(localStorage, {
      data: { ...member, accessToken: 'fresh', accessTokenExpiry: later(60) },
      loginExpired: false,
      guestToken: null,
    });
    tell();
    expect(getState().session.data.accessToken).toBe('fresh');
  });

  it('an account that signs in there is the one here too, because the cookie is of its login', () => {
    const { getState } = tab();
    const other = { ...member, ownerId: 'account-2', authId: 'login-2', accessToken: 'of-the-other', accessTokenExpiry: later(48) };
    writeStoredSession(localStorage, { data: other, loginExpired: false, guestToken: null });
    tell();
    expect(getState().session.data).toMatchObject({ ownerId: 'account-2', accessToken: 'of-the-other' });
    expect(readStoredSession(localStorage, new Date()).data.ownerId).toBe('account-2');
  });

  it('an older token undoes nothing', () => {
    const { dispatch, getState } = tab();
    dispatch(sessionGranted({ ...member }));
    dispatch(tokenRefreshed({ access_token: 'newest', access_token_expiry: later(90) }));
    localStorage.setItem('access_token', 'older');
    localStorage.setItem('access_token_expiry', later(10));
    tell();
    expect(getState().session.data.accessToken).toBe('newest');
  });
});

it('a check stands for a later one of another tab, at start for half a minute and daily for a day', () => {
  const minute = 60_000;
  const hour = 60 * minute;
  const now = 1000 * hour;
  const check = (ago: number, by = 'other') => ({ at: now - ago, tab: by });
  expect(standsFor(check(-1), 'mine', now, undefined)).toBe(true);
  expect(standsFor(check(0, 'mine'), 'mine', now, undefined)).toBe(false);
  expect(standsFor(check(10_000), 'mine', now, undefined)).toBe(true);
  expect(standsFor(check(10_000, 'mine'), 'mine', now, undefined)).toBe(false);
  expect(standsFor(check(minute), 'mine', now, undefined)).toBe(false);
  expect(standsFor(check(10_000), 'mine', now, now - hour)).toBe(false);
  expect(standsFor(check(12 * hour), 'mine', now, now - 24 * hour)).toBe(true);
  expect(standsFor(check(24 * hour), 'mine', now, now - 24 * hour)).toBe(false);
});
