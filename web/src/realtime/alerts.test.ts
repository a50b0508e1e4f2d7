import { waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { alertArrived, openhoursApi, showUpdate, whole, writeStoredSession, type Alert } from '@/api';
import { createStore } from '@/app/store';
import { done, failed, http, member, server } from '@/test';

const alert = (notification_id: string, status: Alert['status'] = 'active', notification_text = '') =>
  ({ notification_id, status, notification_text, created_date: '2026-03-01T10:00:00Z' }) as Alert;

async function loaded(unread: number, ...alerts_list: Alert[]) {
  server.use(http.get('*/api/get_user_alerts', () => done({ alerts_list, unread, bookings_list: { order: [], request: [] } })));
  writeStoredSession(localStorage, { data: member, loginExpired: false, guestToken: null });
  const store = createStore({
    storage: localStorage,
    now: () => new Date(),
    sockets: false,
    onLoginOver: () => undefined,
    onUnavailable: () => undefined,
  });
  await store.dispatch(openhoursApi.endpoints.getUserAlerts.initiate(whole));
  const cached = () => openhoursApi.endpoints.getUserAlerts.select(whole)(store.getState()).data?.data;
  return {
    receive: (one: Alert) => showUpdate(store.dispatch, alertArrived(one)),
    read: (iv_notification_ids: string[] | 'all') =>
      store.dispatch(openhoursApi.endpoints.updateAlertStatus.initiate({ iv_notification_ids, iv_status: 'read' })),
    cached,
    ids: () => cached()?.alerts_list.map(({ notification_id }) => notification_id),
    unread: () => cached()?.unread,
  };
}

describe('an alert that arrives', () => {
  it('stands in front and counts once, however often it grows', async () => {
    const { receive, ids, unread } = await loaded(30, alert('1'), alert('2', 'read'));
    receive(alert('3'));
    expect(ids()).toEqual(['3', '1', '2']);
    expect(unread()).toBe(31);
    receive(alert('1', 'active', '3 new comments'));
    expect(ids()).toEqual(['1', '3', '2']);
    expect(unread()).toBe(31);
    receive(alert('2', 'active'));
    expect(unread()).toBe(32);
    // Alerts of a kind that the user has switched off are listed, but not counted.
    receive(alert('4', 'read'));
    expect(unread()).toBe(32);
  });
});

describe('reading alerts', () => {
  it('lowers the badge at once, by what was not read yet, to what the server counts', async () => {
    const { read, unread } = await loaded(30, alert('1'), alert('2', 'read'));
    server.use(http.post('*/api/update_alert_status', () => done({ unread: 7 })));
    const answer = read(['1', '2']);
    expect(unread()).toBe(29);
    await answer;
    expect(unread()).toBe(7);
  });

  it('asks anew how many are left when an alert arrives meanwhile', async () => {
    const { read, receive, unread } = await loaded(30, alert('1'));
    server.use(http.post('*/api/update_alert_status', () => done({ unread: 29 })));
    const answer = read(['1']);
    receive(alert('2'));
    expect(unread()).toBe(30);
    server.use(
      http.get('*/api/get_user_alerts', () => done({ alerts_list: [alert('2')], unread: 31, bookings_list: { order: [], request: [] } })),
    );
    await answer;
    await waitFor(() => expect(unread()).toBe(31));
  });

  it('is taken back when the server does not follow', async () => {
    const { read, unread } = await loaded(30, alert('1'));
    server.use(http.post('*/api/update_alert_status', () => failed(503)));
    const answer = read('all');
    expect(unread()).toBe(0);
    await answer;
    expect(unread()).toBe(30);
  });

  it('is taken back where it was, though another alert stands in its place by then', async () => {
    const { read, receive, cached } = await loaded(30, alert('1'));
    server.use(http.post('*/api/update_alert_status', () => failed(503)));
    const answer = read(['1']);
    receive(alert('2', 'read'));
    await answer;
    expect(cached()?.alerts_list.map(({ notification_id, status }) => `${notification_id} ${status}`)).toEqual(['2 read', '1 active']);
    expect(cached()?.unread).toBe(30);
  });
});
