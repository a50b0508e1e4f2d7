import { waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { openhoursApi, postsApi, selectSession, sessionCleared, whole, writeStoredSession } from '@/api';
import { createStore } from '@/app/store';
import { done, failed, http, member, server } from '@/test';
import { feedOf, post } from '@/test/served-posts';
import { availabilityWatched, broadcastsWatched } from './actions';

type Handler = (event?: unknown) => void;

/** A socket for which the test acts as the server. */
const live = vi.hoisted(() => ({
  connected: false,
  handlers: new Map<string, Handler>(),
  connects: 0,
  connect() {
    live.connects += 1;
  },
  disconnect: () => undefined,
  emitted: [] as { name: string; data: unknown; answer: (() => void) | undefined }[],
  on(name: string, handler: Handler) {
    live.handlers.set(name, handler);
  },
  emit(name: string, data: unknown, answer?: () => void) {
    live.emitted.push({ name, data, answer });
  },
}));
vi.mock('socket.io-client', () => ({ io: () => live }));

async function connect(): Promise<void> {
  await waitFor(() => expect(live.handlers.has('connect')).toBe(true));
  live.connected = true;
  live.handlers.get('connect')?.();
}

function opened() {
  writeStoredSession(localStorage, { data: member, loginExpired: false, guestToken: null });
  return createStore({
    storage: localStorage,
    now: () => new Date(),
    sockets: true,
    onLoginOver: () => undefined,
    onUnavailable: () => undefined,
  });
}

const answered = (name: string) => live.emitted.find((one) => one.name === name)?.answer?.();

describe('the socket', () => {
  afterEach(() => vi.useRealTimers());

  beforeEach(() => {
    live.connected = false;
    live.connects = 0;
    live.handlers.clear();
    live.emitted.length = 0;
  });

  it('fetches bookings anew once it has joined: what came between loading and joining is told to nobody', async () => {
    let requestCount = 0;
    server.use(
      http.get('*/api/get_booking_info', () => {
        requestCount += 1;
        return done({ bookings_list: { order: [], request: [] } });
      }),
    );
    const { dispatch } = opened();
    await dispatch(openhoursApi.endpoints.getBookingInfo.initiate(whole));
    expect(requestCount).toBe(1);
    await connect();
    expect(requestCount).toBe(1);
    answered('join_client_room');
    await waitFor(() => expect(requestCount).toBe(2));
  });

  it('takes a post that its owner has archived off the screens of all others', async () => {
    server.use(feedOf(post, { ...post, post_id: 'p2' }));
    const { dispatch, getState } = opened();
    const { feedPages } = postsApi.endpoints;
    await dispatch(feedPages.initiate({}));
    await connect();
    const shown = () =>
      feedPages
        .select({})(getState())
        .data?.pages.flatMap(({ posts }) => posts.map(({ post_id }) => post_id));
    const tell = (action: string, post_id: string, owner_id = post.owner_id) =>
      live.handlers.get('get_broadcast_notification')?.({
        valid_broadcast: true,
        page: 'feed',
        action,
        broadcast_data: { post_id, owner_id },
      });
    tell('post_removed', 'p2', member.ownerId);
    expect(shown()).toEqual(['p1', 'p2']);
    tell('post_removed', 'p1');
    expect(shown()).toEqual(['p2']);
    tell('new_post', 'p3');
    expect(getState().newPosts.posts).toHaveLength(1);
    tell('post_removed', 'p3');
    expect(getState().newPosts.posts).toEqual([]);
  });

  it('asks for the alerts anew when they were read on another screen of the account', async () => {
    let unread = 3;
    let requestCount = 0;
    server.use(
      http.get('*/api/get_user_alerts', () => {
        requestCount += 1;
        return done({ alerts_list: [], unread, bookings_list: { order: [], request: [] } });
      }),
    );
    const { dispatch, getState } = opened();
    await dispatch(openhoursApi.endpoints.getUserAlerts.initiate(whole));
    await connect();
    const tell = (count: number) => live.handlers.get('get_notification')?.({ additional_update: { alerts_read: { unread: count } } });
    tell(3);
    expect(requestCount).toBe(1);
    unread = 1;
    tell(1);
    await waitFor(() => expect(openhoursApi.endpoints.getUserAlerts.select(whole)(getState()).data?.data.unread).toBe(1));
    expect(requestCount).toBe(2);
  });

  it('takes over a confirmed account, unless one has signed out meanwhile', async () => {
    const { dispatch, getState } = opened();
    await connect();
    const confirmed = { session_data: { autoVerification: 'verified', name: 'Ada King' } };
    live.handlers.get('get_confirm_account_verification')?.(confirmed);
    expect(selectSession(getState()).name).toBe('Ada King');
    dispatch(sessionCleared({ expired: false }));
    live.handlers.get('get_confirm_account_verification')?.(confirmed);
    expect(selectSession(getState())).toMatchObject({ name: '', isAuthenticated: false });
  });

  it('keeps the newer revision of a booking, whether its news arrives before, while or after the list is fetched', async () => {
    const order = (order_id: string, revision: number) => ({ order_id, revision, provider_id: 'p', owner_id: member.ownerId });
    let answer: () => void = () => undefined;
    let waiting = 0;
    server.use(
      http.get('*/api/get_booking_info', async () => {
        waiting += 1;
        await new Promise<void>((resolve) => (answer = resolve));
        // The answer as of the request: the first booking in its second revision, and the fourth, which was deleted afterwards.
        return done({ bookings_list: { order: [], request: [order('one', 2), order('two', 5), order('three', 1)] } });
      }),
    );
    const { dispatch, getState } = opened();
    await connect();
    const tell = (order_id: string, revision: number) =>
      live.handlers.get('get_notification')?.({ booking_data: order(order_id, revision) });
    const shown = () =>
      Object.fromEntries(
        (openhoursApi.endpoints.getBookingInfo.select(whole)(getState()).data?.data.bookings_list.request ?? []).map((one) => [
          one.order_id,
          one.revision,
        ]),
      );
    const fetched = async (meanwhile: () => void) => {
      const before = waiting;
      const list = dispatch(openhoursApi.endpoints.getBookingInfo.initiate(whole, { forceRefetch: true }));
      await waitFor(() => expect(waiting).toBe(before + 1));
      meanwhile();
      answer();
      await list;
    };

    // While the list is on its way: a newer revision, an older one, and a new booking.
    await fetched(() => {
      tell('one', 3);
      tell('two', 4);
      tell('new', 1);
    });
    expect(shown()).toEqual({ one: 3, two: 5, three: 1, new: 1 });
    // After the list has arrived.
    tell('three', 2);
    tell('three', 1);
    expect(shown()).toMatchObject({ three: 2 });
    // Before a request: a stale answer does not undo the update, and a booking that the answer lacks is removed.
    await fetched(() => undefined);
    expect(shown()).toEqual({ one: 3, two: 5, three: 2 });
  });

  it('keeps alerts that arrive and are read while a list of them is on its way: its answer is older', async () => {
    const alert = (notification_id: string, created_date: string, notification_text = '', status = 'active') => ({
      notification_id,
      created_date: `2026-03-01T${created_date}:00Z`,
      notification_text,
      status,
    });
    let answer: () => void = () => undefined;
    server.use(
      http.get('*/api/get_user_alerts', async () => {
        await new Promise<void>((resolve) => (answer = resolve));
        const alerts_list = [
          alert('grown', '10:00', '3 comments'),
          alert('read', '09:00'),
          alert('kept', '08:00'),
          alert('grows', '07:00', '1 comment'),
          alert('begun', '06:00'),
        ];
        return done({ alerts_list, unread: 31, bookings_list: { order: [], request: [] } });
      }),
      http.post('*/api/update_alert_status', () => done({ unread: 29 })),
    );
    const { dispatch, getState } = opened();
    await connect();
    const tell = (one: ReturnType<typeof alert>) => live.handlers.get('get_notification')?.({ notification_data: one });
    const begun = dispatch(openhoursApi.endpoints.updateAlertStatus.initiate({ iv_notification_ids: ['begun'], iv_status: 'read' }));
    const list = dispatch(openhoursApi.endpoints.getUserAlerts.initiate(whole));
    const before = answer;
    await waitFor(() => expect(answer).not.toBe(before));
    tell(alert('new', '11:00'));
    tell(alert('grows', '12:00', '2 comments'));
    tell(alert('grown', '09:30', '2 comments'));
    await dispatch(openhoursApi.endpoints.updateAlertStatus.initiate({ iv_notification_ids: ['read'], iv_status: 'read' }));
    server.use(http.post('*/api/update_alert_status', () => failed(503)));
    await dispatch(openhoursApi.endpoints.updateAlertStatus.initiate({ iv_notification_ids: ['kept'], iv_status: 'read' }));
    await begun;
    answer();
    await list;
    const cached = openhoursApi.endpoints.getUserAlerts.select(whole)(getState()).data?.data;
    expect(
      cached?.alerts_list.map(({ notification_id, notification_text, status }) => [notification_id, notification_text, status].join(' ')),
    ).toEqual(['grows 2 comments active', 'new  active', 'grown 3 comments active', 'read  read', 'kept  active', 'begun  read']);
    // One alert more, two less; the one that grew was counted before.
    expect(cached?.unread).toBe(30);
  });

  it('fetches slots anew once changes of the watched time arrive', async () => {
    let requestCount = 0;
    server.use(
      http.get('*/api/get_available_slots', () => {
        requestCount += 1;
        return done({ timezone: 'UTC', days: [] });
      }),
    );
    const { dispatch } = opened();
    const days = { providerId: 'provider-1', from: '2026-11-21', to: '2026-11-30', timezone: 'UTC' };
    await dispatch(openhoursApi.endpoints.getAvailableSlots.initiate(days));
    dispatch(availabilityWatched('provider-1'));
    expect(live.emitted).toEqual([]);
    await connect();
    answered('watch_availability');
    await waitFor(() => expect(requestCount).toBe(2));
  });

  it('is opened for a guest who looks at what everybody may see, and hears it', async () => {
    const { dispatch, getState } = createStore({
      storage: localStorage,
      now: () => new Date(),
      sockets: true,
      onLoginOver: () => undefined,
      onUnavailable: () => undefined,
    });
    expect(live.handlers.size).toBe(0);
    dispatch(broadcastsWatched());
    await connect();
    const broadcast_data = { post_id: 'p1', owner_id: 'somebody' };
    live.handlers.get('get_broadcast_notification')?.({ valid_broadcast: true, page: 'feed', action: 'new_post', broadcast_data });
    live.handlers.get('get_broadcast_notification')?.({
      valid_broadcast: false,
      page: 'feed',
      action: 'new_post',
      broadcast_data: { post_id: 'p2' },
    });
    expect(getState().newPosts.posts).toEqual([{ postId: 'p1', ownerId: 'somebody' }]);
    expect(live.emitted).toEqual([]);
  });

  it('connects again when the server hung up and the login holds', async () => {
    const refreshed_access_token = { access_token: 'fresh', access_token_expiry: '2999-02-02T00:00:00Z' };
    server.use(http.get('*/api/check_active_login', () => done({ refreshed_access_token, session_data: member })));
    opened();
    await connect();
    live.handlers.get('disconnect')?.('transport close');
    live.handlers.get('disconnect')?.('io server disconnect');
    await waitFor(() => expect(live.connects).toBe(1));
  });

  it('does not connect again for an account that signed out during the check', async () => {
    let answer = (): void => undefined;
    const checked = new Promise<void>((resolve) => (answer = resolve));
    let requests = 0;
    server.use(
      http.get('*/api/check_active_login', async () => {
        requests += 1;
        await checked;
        return done({
          refreshed_access_token: { access_token: 'fresh', access_token_expiry: '2999-02-02T00:00:00Z' },
          session_data: member,
        });
      }),
    );
    const { dispatch } = opened();
    await connect();
    live.handlers.get('disconnect')?.('io server disconnect');
    await waitFor(() => expect(requests).toBe(1));
    dispatch(sessionCleared({ expired: false }));
    answer();
    // A later request: when it is answered, the check is over too.
    await dispatch(openhoursApi.endpoints.checkActiveLogin.initiate({}, { forceRefetch: true }));
    expect(requests).toBe(2);
    expect(live.connects).toBe(0);
  });

  it('checks no login for a visitor whose socket the server closed', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout'] });
    const { dispatch } = createStore({
      storage: localStorage,
      now: () => new Date(),
      sockets: true,
      onLoginOver: () => undefined,
      onUnavailable: () => undefined,
    });
    dispatch(broadcastsWatched());
    await vi.waitFor(() => expect(live.handlers.has('disconnect')).toBe(true));
    live.handlers.get('disconnect')?.('io server disconnect');
    expect(vi.getTimerCount()).toBe(0);
  });

  it('ends the session when the server hung up because the login is over', async () => {
    server.use(http.get('*/api/check_active_login', () => failed(422)));
    const { getState } = opened();
    await connect();
    live.handlers.get('disconnect')?.('io server disconnect');
    await waitFor(() => expect(getState().session.data.isAuthenticated).toBe(false));
    expect(live.connects).toBe(0);
  });
});
