import { describe, expect, it } from 'vitest';
import {
  alertArrived,
  alertsRead,
  openhoursApi,
  showUntilSettled,
  showUpdate,
  showWhileSaving,
  whole,
  type Alert,
  type Update,
} from '@/api';
import { bookingChanged } from '@/api/bookings';
import { createStore } from '@/app/store';
import { done, http, server } from '@/test';
import type { BookingData } from '../types';
import { isKnown } from './state';

const alert = (notification_id: string, hour: number, status: Alert['status'] = 'active') =>
  ({
    notification_id,
    status,
    notification_text: `at ${hour}`,
    created_date: `2026-03-01T${String(hour).padStart(2, '0')}:00:00Z`,
  }) as Alert;
const booking = (order_id: string, revision: number, provider_id = 'me') => ({ order_id, revision, provider_id }) as BookingData;

interface Answer {
  alerts?: Alert[];
  bookings?: BookingData[];
  requests?: BookingData[];
}

/** A store, and a server that answers when the test says so. */
function opened() {
  const waiting: ((answer: Answer) => void)[] = [];
  server.use(
    http.get('*/api/get_user_alerts', async () => {
      const { alerts = [], bookings = [], requests = [] } = await new Promise<Answer>((resolve) => waiting.push(resolve));
      return done({
        alerts_list: alerts,
        unread: alerts.filter(({ status }) => status === 'active').length,
        bookings_list: { order: bookings, request: requests },
      });
    }),
  );
  const { dispatch, getState } = createStore({
    storage: localStorage,
    now: () => new Date(),
    sockets: false,
    onLoginOver: () => undefined,
    onUnavailable: () => undefined,
  });
  const ask = () => dispatch(openhoursApi.endpoints.getUserAlerts.initiate(whole, { forceRefetch: true }));
  const cached = () => openhoursApi.endpoints.getUserAlerts.select(whole)(getState()).data?.data;
  /** Requests the list. `meanwhile` runs before the server answers. */
  async function fetched(answer: Answer, meanwhile: () => unknown = () => undefined): Promise<void> {
    const request = ask();
    await expect.poll(() => waiting.length).toBe(1);
    meanwhile();
    waiting.shift()?.(answer);
    await request;
  }
  return {
    fetched,
    getState,
    show: (update: Update) => showUpdate(dispatch, update),
    begin: (update: Update) => showUntilSettled(dispatch, update),
    saving: (update: Update, saved: Promise<unknown>) => showWhileSaving(dispatch, update, saved),
    alerts: () =>
      cached()?.alerts_list.map(({ notification_id, notification_text, status }) => `${notification_id} ${notification_text} ${status}`),
    unread: () => cached()?.unread,
    orders: () => cached()?.bookings_list.order.map(({ order_id, revision }) => `${order_id} ${revision}`),
    requests: () => cached()?.bookings_list.request.map(({ order_id, revision }) => `${order_id} ${revision}`),
    updateCount: () => getState().overlay.updates.length,
  };
}

describe('a numbered update', () => {
  it('stays in every later answer that holds an older revision, and yields to a newer one', async () => {
    const { fetched, show, orders } = opened();
    await fetched({ bookings: [booking('a', 1), booking('b', 1)] });
    show(bookingChanged(booking('b', 3), 'me'));
    expect(orders()).toEqual(['b 3', 'a 1']);
    await fetched({ bookings: [booking('a', 1), booking('b', 2)] });
    expect(orders()).toEqual(['b 3', 'a 1']);
    await fetched({ bookings: [booking('a', 1), booking('b', 3)] });
    expect(orders()).toEqual(['a 1', 'b 3']);
    await fetched({ bookings: [booking('a', 1), booking('b', 4)] });
    expect(orders()).toEqual(['a 1', 'b 4']);
  });

  it('is added to an answer that was asked for before it, and not to one that was asked for after', async () => {
    const { fetched, show, orders } = opened();
    await fetched({ bookings: [] }, () => show(bookingChanged(booking('new', 1), 'me')));
    expect(orders()).toEqual(['new 1']);
    await fetched({ bookings: [] });
    expect(orders()).toEqual([]);
  });

  it('does not undo a newer one that arrived before it', async () => {
    const { fetched, show, orders } = opened();
    await fetched({ bookings: [booking('a', 1)] });
    show(bookingChanged(booking('a', 3), 'me'));
    show(bookingChanged(booking('a', 2), 'me'));
    expect(orders()).toEqual(['a 3']);
    await fetched({ bookings: [booking('a', 1)] });
    expect(orders()).toEqual(['a 3']);
  });

  it('stands on the side of the booking that the account is on', async () => {
    const { fetched, show, orders, requests } = opened();
    await fetched({ bookings: [booking('a', 1)], requests: [booking('r', 1, 'somebody')] });
    show(bookingChanged(booking('r', 2, 'somebody'), 'me'));
    expect([orders(), requests()]).toEqual([['a 1'], ['r 2']]);
  });

  it('of an alert counts as unread once, whatever the order of news and answer', async () => {
    const { fetched, show, alerts, unread } = opened();
    await fetched({ alerts: [alert('1', 8)] }, () => {
      show(alertArrived(alert('2', 9)));
      show(alertArrived(alert('1', 10)));
    });
    expect(alerts()).toEqual(['1 at 10 active', '2 at 9 active']);
    expect(unread()).toBe(2);
    show(alertArrived(alert('2', 9)));
    expect(unread()).toBe(2);
  });
});

describe('an update whose write is under way', () => {
  it('is shown in answers that were asked for before and after it began', async () => {
    const { fetched, begin, alerts, unread } = opened();
    const reading = begin(alertsRead.of('1', ['1']));
    await fetched({ alerts: [alert('1', 8), alert('2', 8)] });
    expect(alerts()).toEqual(['1 at 8 read', '2 at 8 active']);
    expect(unread()).toBe(1);
    await fetched({ alerts: [alert('1', 8), alert('2', 8)] }, reading.confirm);
    expect(alerts()).toEqual(['1 at 8 read', '2 at 8 active']);
    // This list was requested after the server had answered the write, so it is newer.
    await fetched({ alerts: [alert('1', 8), alert('2', 8)] });
    expect(alerts()).toEqual(['1 at 8 active', '2 at 8 active']);
  });

  it('is taken back where it is shown, and in later answers too', async () => {
    const { fetched, begin, alerts, unread } = opened();
    await fetched({ alerts: [alert('1', 8), alert('2', 8, 'read')] });
    const reading = begin(alertsRead.of('all', 'all'));
    expect([alerts(), unread()]).toEqual([['1 at 8 read', '2 at 8 read'], 0]);
    await fetched({ alerts: [alert('1', 8), alert('2', 8, 'read')] }, reading.revert);
    expect([alerts(), unread()]).toEqual([['1 at 8 active', '2 at 8 read'], 1]);
  });

  it('is taken back when the write fails, and only then', async () => {
    const { fetched, saving, alerts } = opened();
    await fetched({ alerts: [alert('1', 8)] });
    expect(await saving(alertsRead.of('1', ['1']), Promise.reject(new Error('503')))).toBeNull();
    expect(alerts()).toEqual(['1 at 8 active']);
    expect(await saving(alertsRead.of('1', ['1']), Promise.resolve('done'))).toBe('done');
    expect(alerts()).toEqual(['1 at 8 read']);
  });

  it('leaves an earlier one of the same kind and id in place when it is taken back', async () => {
    const { fetched, begin, show, alerts } = opened();
    const request = fetched({ alerts: [alert('1', 8)] }, () => {
      show(alertsRead.of('1', ['1']));
      begin(alertsRead.of('1', ['1'])).revert();
    });
    await request;
    expect(alerts()).toEqual(['1 at 8 read']);
  });
});

describe('what is remembered', () => {
  it('are numbered updates, and others while an older answer is on its way', async () => {
    const { fetched, show, updateCount, getState } = opened();
    await fetched({ alerts: [] }, () => {
      show(alertsRead.of('1', ['1']));
      show(alertArrived(alert('2', 9)));
      expect(updateCount()).toBe(2);
    });
    expect(updateCount()).toBe(1);
    expect(isKnown(getState(), 'alert', '2')).toBe(true);
    expect(isKnown(getState(), 'alert', '1')).toBe(false);
    expect(isKnown(getState(), 'booking', '2')).toBe(false);
  });

  it('is the newest of a kind and id', async () => {
    const { fetched, show, updateCount } = opened();
    show(bookingChanged(booking('a', 1), 'me'));
    show(bookingChanged(booking('a', 2), 'me'));
    show(bookingChanged(booking('b', 1), 'me'));
    expect(updateCount()).toBe(2);
    await fetched({ bookings: [] });
    expect(updateCount()).toBe(2);
  });
});
