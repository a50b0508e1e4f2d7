import { waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { alertArrived, openhoursApi, sessionCleared, sessionGranted, showUpdate, whole, writeStoredSession, type Alert } from '@/api';
import { done, failed, http, member, server } from '@/test';
import { createStore } from './store';

const other = { ...member, ownerId: 'account-2', name: 'Grace Hopper', accessToken: 'token-of-the-other' };
const alert = (notification_id: string) =>
  ({ notification_id, status: 'active', notification_text: '', created_date: '2026-03-01T10:00:00Z' }) as Alert;
const answer = (...alerts_list: Alert[]) => done({ alerts_list, unread: alerts_list.length, bookings_list: { order: [], request: [] } });

function signedIn() {
  writeStoredSession(localStorage, { data: member, loginExpired: false, guestToken: null });
  const store = createStore({
    storage: localStorage,
    now: () => new Date(),
    sockets: false,
    onLoginOver: () => undefined,
    onUnavailable: () => undefined,
  });
  const load = () => store.dispatch(openhoursApi.endpoints.getUserAlerts.initiate(whole));
  const cached = () =>
    openhoursApi.endpoints.getUserAlerts
      .select(whole)(store.getState())
      .data?.data.alerts_list.map(({ notification_id }) => notification_id);
  return { ...store, load, cached };
}

/** Answers alerts of the account whose token the request carries. */
beforeEach(() =>
  server.use(
    http.get('*/api/get_user_alerts', ({ request }) =>
      request.headers.get('authorization') === `Bearer ${member.accessToken}`
        ? answer(alert('of-the-first'))
        : answer(alert('of-the-other')),
    ),
  ),
);

describe('after signing out', () => {
  it('no answer and no session data of the account is left', async () => {
    const { dispatch, load, cached, getState } = signedIn();
    await load();
    expect(cached()).toEqual(['of-the-first']);
    dispatch(sessionCleared({ expired: false }));
    expect(cached()).toBeUndefined();
    expect(getState().api.queries).toEqual({});
    expect(getState().session.data).toMatchObject({ ownerId: '', accessToken: '', isAuthenticated: false });
    await waitFor(() => expect(localStorage.getItem('access_token')).toBeNull());
    expect(localStorage.getItem('session_data') ?? '').not.toContain(member.ownerId);
  });

  it('another account sees its own answers only, after an expired login too', async () => {
    for (const expired of [false, true]) {
      const { dispatch, load, cached } = signedIn();
      await load();
      dispatch(sessionCleared({ expired }));
      dispatch(sessionGranted(other));
      expect(cached()).toBeUndefined();
      await load();
      expect(cached()).toEqual(['of-the-other']);
    }
  });

  it('an answer that was still on its way does not arrive', async () => {
    let release: () => void = () => undefined;
    let requestCount = 0;
    server.use(
      http.get('*/api/get_user_alerts', async () => {
        requestCount += 1;
        await new Promise<void>((resolve) => (release = resolve));
        return answer(alert('of-the-first'));
      }),
    );
    const { dispatch, load, cached } = signedIn();
    const late = load();
    await waitFor(() => expect(requestCount).toBe(1));
    dispatch(sessionCleared({ expired: false }));
    dispatch(sessionGranted(other));
    server.use(http.get('*/api/get_user_alerts', () => answer(alert('of-the-other'))));
    await load();
    release();
    await late;
    expect(cached()).toEqual(['of-the-other']);
  });

  it("live updates of the first account are not shown in the other's lists, not even where they are newer", async () => {
    const { dispatch, load, cached, getState } = signedIn();
    await load();
    const newer = { ...alert('of-the-other'), notification_text: 'For the first', created_date: '2026-03-02T10:00:00Z' };
    showUpdate(dispatch, alertArrived(newer));
    expect(cached()).toEqual(['of-the-other', 'of-the-first']);
    dispatch(sessionCleared({ expired: false }));
    dispatch(sessionGranted(other));
    await load();
    expect(openhoursApi.endpoints.getUserAlerts.select(whole)(getState()).data?.data.alerts_list).toEqual([alert('of-the-other')]);
  });

  it('a write of the first account that fails afterwards changes nothing', async () => {
    let release: () => void = () => undefined;
    server.use(
      http.post('*/api/update_alert_status', async () => {
        await new Promise<void>((resolve) => (release = resolve));
        return failed(503);
      }),
    );
    const { dispatch, load, cached, getState } = signedIn();
    await load();
    const reading = dispatch(openhoursApi.endpoints.updateAlertStatus.initiate({ iv_notification_ids: 'all', iv_status: 'read' }));
    dispatch(sessionCleared({ expired: false }));
    dispatch(sessionGranted(other));
    await load();
    release();
    await reading;
    expect(cached()).toEqual(['of-the-other']);
    expect(openhoursApi.endpoints.getUserAlerts.select(whole)(getState()).data?.data.unread).toBe(1);
  });
});
