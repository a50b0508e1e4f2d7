import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createStore } from '@/app/store';
import { done, http, server } from '@/test';
import { api, askIn, openhoursApi, whole } from '.';

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
afterEach(() => vi.useRealTimers());

it('keeps an answer up to date until the screen that shows it is there, and not for ever', async () => {
  let asked = 0;
  server.use(
    http.get('*/api/get_booking_info', () => {
      asked += 1;
      return done({ bookings_list: { order: [], request: [] }, next_cursor: null });
    }),
  );
  const store = createStore({
    storage: localStorage,
    now: () => new Date(),
    sockets: false,
    onLoginOver: () => undefined,
    onUnavailable: () => undefined,
  });
  const somethingHappens = () => store.dispatch(api.util.invalidateTags(['Bookings']));
  const answered = () => openhoursApi.endpoints.getBookingInfo.select(whole)(store.getState()).isSuccess;
  await askIn(store)(openhoursApi.endpoints.getBookingInfo.initiate(whole));
  expect(asked).toBe(1);
  somethingHappens();
  await vi.waitFor(() => expect(asked).toBe(2));
  await vi.waitFor(() => expect(answered()).toBe(true));
  await vi.advanceTimersByTimeAsync(10_000);
  somethingHappens();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(asked).toBe(2);
});
