import { describe, expect, it, vi } from 'vitest';
import { openhoursApi, selectLoginExpired, selectSession, sessionCleared, sessionGranted, whole, writeStoredSession } from '@/api';
import { done, failed, http, member, server } from '@/test';
import { createStore } from './store';

const { endpoints } = openhoursApi;
type Call = 'check_active_login' | 'get_user_alerts' | 'get_user_fav_data' | 'update_username';
const all: readonly Call[] = ['check_active_login', 'get_user_alerts', 'get_user_fav_data', 'update_username'];

function* ordersOf<T>(things: readonly T[]): Generator<T[]> {
  if (things.length === 0) yield [];
  for (const [at, first] of things.entries()) for (const rest of ordersOf(things.toSpliced(at, 1))) yield [first, ...rest];
}

/** Signs in and sends the calls; each is answered with its status when the test says so. A call that is not among them fails. */
function underWay(statuses: Partial<Record<Call, number>>) {
  writeStoredSession(localStorage, { data: member, loginExpired: false, guestToken: null });
  const onLoginOver = vi.fn<(place: string) => void>();
  const store = createStore({ storage: localStorage, now: () => new Date(), sockets: false, onLoginOver, onUnavailable: () => undefined });
  const release = new Map<Call, () => void>();
  const held = new Map(all.map((call) => [call, new Promise<void>((resolve) => release.set(call, resolve))]));
  server.use(
    ...all.map((call) =>
      http.all(`*/api/${call}`, async () => {
        if (call in statuses) await held.get(call);
        return failed(statuses[call] ?? 503);
      }),
    ),
  );
  const start = {
    check_active_login: () => store.dispatch(endpoints.checkActiveLogin.initiate({})),
    get_user_alerts: () => store.dispatch(endpoints.getUserAlerts.initiate(whole)),
    get_user_fav_data: () => store.dispatch(endpoints.getUserFavData.initiate()),
    update_username: () => store.dispatch(endpoints.updateUsername.initiate({ iv_username: 'ada' })),
  };
  const sent = new Map<Call, PromiseLike<unknown>>(all.filter((call) => call in statuses).map((call) => [call, start[call]()]));
  const answer = async (call: Call) => {
    release.get(call)?.();
    await sent.get(call);
  };
  return { store, onLoginOver, answer, expired: () => selectLoginExpired(store.getState()) };
}

const cases: [string, Partial<Record<Call, number>>, 'sign_in' | 'home', boolean][] = [
  [
    'the login check says 422',
    { check_active_login: 422, get_user_alerts: 422, get_user_fav_data: 422, update_username: 422 },
    'sign_in',
    true,
  ],
  [
    'the login check says 422, the others 401',
    { check_active_login: 422, get_user_alerts: 401, get_user_fav_data: 401, update_username: 401 },
    'sign_in',
    true,
  ],
  ['the login check says 401, another 422', { check_active_login: 401, get_user_alerts: 422, get_user_fav_data: 401 }, 'sign_in', true],
  ['the login check does not arrive', { check_active_login: 503, get_user_alerts: 422, get_user_fav_data: 401 }, 'home', true],
  ['a call that leads to sign_in is among them', { get_user_alerts: 401, get_user_fav_data: 401, update_username: 401 }, 'sign_in', false],
  ['all of them lead home', { get_user_alerts: 401, get_user_fav_data: 401 }, 'home', false],
];

describe.each(cases)('a login that is over, when %s', (_when, statuses, place, isExpired) => {
  it('leads to one place whatever order the answers come in', async () => {
    for (const order of ordersOf(all.filter((call) => call in statuses))) {
      const { store, onLoginOver, answer, expired } = underWay(statuses);
      for (const call of order) await answer(call);
      await vi.waitFor(() => expect(onLoginOver.mock.calls, order.join()).toEqual([[place]]));
      expect(expired(), order.join()).toBe(isExpired);
      expect(selectSession(store.getState()).isAuthenticated).toBe(false);
      localStorage.clear();
    }
  });
});

describe('the end of a login', () => {
  it('is acted upon at once when the login check says so', async () => {
    const { onLoginOver, answer } = underWay({ check_active_login: 422, get_user_alerts: 422 });
    await answer('check_active_login');
    expect(onLoginOver.mock.calls).toEqual([['sign_in']]);
    await answer('get_user_alerts');
    expect(onLoginOver).toHaveBeenCalledOnce();
  });

  it.each([
    [422, 'sign_in', true],
    [503, 'home', false],
  ] as const)('is asked of the login check, when another call says so first (%i)', async (status, place, isExpired) => {
    const { onLoginOver, answer, expired } = underWay({ get_user_alerts: 401 });
    let checks = 0;
    server.use(http.get('*/api/check_active_login', () => (checks++, failed(status))));
    await answer('get_user_alerts');
    await vi.waitFor(() => expect(onLoginOver.mock.calls).toEqual([[place]]));
    expect([checks, expired()]).toEqual([1, isExpired]);
  });

  it('waits five seconds for a call that never answers', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true });
    try {
      const { onLoginOver, answer } = underWay({ get_user_alerts: 422, get_user_fav_data: 422 });
      await answer('get_user_alerts');
      vi.advanceTimersByTime(4000);
      expect(onLoginOver).not.toHaveBeenCalled();
      vi.advanceTimersByTime(1000);
      expect(onLoginOver.mock.calls).toEqual([['home']]);
      await answer('get_user_fav_data');
      expect(onLoginOver).toHaveBeenCalledOnce();
    } finally {
      vi.useRealTimers();
    }
  });

  it.each(['check_active_login', 'get_user_alerts'] as const)('is no news while the user signs out (%s)', async (call) => {
    const { store, onLoginOver, answer, expired } = underWay({ [call]: 422 });
    server.use(http.all('*/api/sign_out', () => done({})));
    const { error } = await store.dispatch(endpoints.signOut.initiate());
    expect(error).toBeUndefined();
    await answer(call);
    store.dispatch(sessionCleared({ expired: false }));
    expect(onLoginOver).not.toHaveBeenCalled();
    expect(expired()).toBe(false);
  });

  it('is acted upon when signing out itself finds the login over', async () => {
    const { store, onLoginOver, answer } = underWay({ get_user_alerts: 422 });
    server.use(http.all('*/api/sign_out', () => failed(422)));
    await store.dispatch(endpoints.signOut.initiate());
    await answer('get_user_alerts');
    await vi.waitFor(() => expect(onLoginOver).toHaveBeenCalledOnce());
    expect(selectSession(store.getState()).isAuthenticated).toBe(false);
  });

  it('is no matter of another account that has signed in since', async () => {
    const { store, onLoginOver, answer } = underWay({ get_user_alerts: 422, get_user_fav_data: 422 });
    await answer('get_user_alerts');
    store.dispatch(sessionGranted({ ...member, ownerId: 'account-2', accessToken: 'other' }));
    await answer('get_user_fav_data');
    expect(onLoginOver).not.toHaveBeenCalled();
    expect(selectSession(store.getState()).ownerId).toBe('account-2');
  });
});
