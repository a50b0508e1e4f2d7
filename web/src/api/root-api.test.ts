import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { HttpResponse } from 'msw';
import { createStore } from '@/app/store';
import { hasConnection } from '@/platform/connection';
import { done, http, server } from '@/test';
import { temporaryServerIssue } from './envelope';
import { openhoursApi, whole } from './openhours';
import { timeLimits } from './call';

const opened = () =>
  createStore({
    storage: localStorage,
    now: () => new Date(),
    sockets: false,
    onLoginOver: () => undefined,
    onUnavailable: () => undefined,
  });

const { getAvailableSlots, getUserAlerts, createUserRequest } = openhoursApi.endpoints;
const days = { providerId: 'provider-1', from: '2026-11-21', to: '2026-11-30', timezone: 'UTC' };

describe('an answer with an ETag', () => {
  it('is shown on when it has not changed, and replaced when it has', async () => {
    const asked: (string | null)[] = [];
    let present = 'W/"one"';
    server.use(
      http.get('*/api/get_available_slots', ({ request }) => {
        asked.push(request.headers.get('if-none-match'));
        if (asked.at(-1) === present) return new HttpResponse(null, { status: 304, headers: { etag: present } });
        const answer = { status: true, message: { main_msg: '', iv_msg: {} }, data: { provider_timezone: present, days: [] } };
        return HttpResponse.json(answer, { headers: { etag: present } });
      }),
    );
    const { dispatch, getState } = opened();
    const again = () => dispatch(getAvailableSlots.initiate(days, { forceRefetch: true }));
    const shown = () => getAvailableSlots.select(days)(getState());
    await again();
    const first = shown().data;
    await again();
    expect(shown().isSuccess).toBe(true);
    expect(shown().data).toBe(first);
    present = 'W/"two"';
    await again();
    expect(shown().data?.data.provider_timezone).toBe('W/"two"');
    expect(asked).toEqual([null, 'W/"one"', 'W/"one"']);
  });

  it('is asked for in full when the app has changed it meanwhile', async () => {
    const asked: (string | null)[] = [];
    server.use(
      http.get('*/api/get_user_alerts', ({ request }) => {
        asked.push(request.headers.get('if-none-match'));
        if (asked.at(-1)) return new HttpResponse(null, { status: 304 });
        const data = { alerts_list: [], unread: 2, bookings_list: { order: [], request: [] } };
        return HttpResponse.json({ status: true, message: { main_msg: '', iv_msg: {} }, data }, { headers: { etag: 'W/"two"' } });
      }),
    );
    const { dispatch, getState } = opened();
    const again = () => dispatch(getUserAlerts.initiate(whole, { forceRefetch: true }));
    const unread = () => getUserAlerts.select(whole)(getState()).data?.data.unread;
    await again();
    dispatch(openhoursApi.util.updateQueryData('getUserAlerts', whole, ({ data }) => void (data.unread = 1)));
    await again();
    expect(unread()).toBe(2);
    await again();
    expect(unread()).toBe(2);
    expect(asked).toEqual([null, null, 'W/"two"']);
  });
});

describe('a call on a line that hangs', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
  afterEach(() => vi.useRealTimers());

  const hang = () => new Promise<never>(() => undefined);

  it.each([
    ['read', (store: ReturnType<typeof opened>) => store.dispatch(getAvailableSlots.initiate(days))],
    ['write', (store: ReturnType<typeof opened>) => store.dispatch(createUserRequest.initiate({ iv_email: 'a@b.example' } as never))],
    ['upload', (store: ReturnType<typeof opened>) => store.dispatch(createUserRequest.initiate({ iv_text: 'x'.repeat(70_000) } as never))],
  ] as const)('fails as unreached when the time of a %s is over', async (kind, call) => {
    const reached = vi.fn(hang);
    server.use(http.all('*/api/*', reached));
    const store = opened();
    let error: unknown;
    const ended = call(store).then((result) => (error = result.error));
    await vi.waitFor(() => expect(reached).toHaveBeenCalled());
    await vi.advanceTimersByTimeAsync(timeLimits[kind] - 5_000);
    expect(error).toBeUndefined();
    await vi.advanceTimersByTimeAsync(5_000);
    await ended;
    expect(error).toEqual({ kind: 'unavailable', main_msg: temporaryServerIssue(), iv_msg: {}, status: 0 });
    expect(hasConnection()).toBe(false);
  });

  it('does not count the time of an answer that came', async () => {
    server.use(http.get('*/api/get_available_slots', () => done({ provider_timezone: 'UTC', days: [] })));
    const store = opened();
    await store.dispatch(getAvailableSlots.initiate(days));
    await vi.advanceTimersByTimeAsync(timeLimits.read);
    expect(getAvailableSlots.select(days)(store.getState()).isSuccess).toBe(true);
    expect(hasConnection()).toBe(true);
  });
});
