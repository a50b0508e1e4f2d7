import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { done, failed, http, renderAt, server } from '@/test';
import * as served from '@/test/booked-provider';

const lesson = { ...served.lesson, delivery_mode: 'remote' };
const account = { ...served.account, delivery_mode: 'remote' };

/** The minutes of the run that a time of day belongs to: the first two are in a row, the third stands alone. */
const RUNS = { '09:00': 60, '09:30': 60, '10:30': 30 };

function slotsOn(date: string, duration: number) {
  return Object.entries(RUNS).map(([clock, run]) => {
    const start = `${date}T${clock}:00Z`;
    const end = new Date(Date.parse(start) + 30 * 60_000).toISOString().replace('.000', '');
    return {
      appointment_slot_id: clock,
      provider_start_time: start,
      provider_end_time: end,
      client_start_time: start,
      client_end_time: end,
      duration: 30,
      alias: '',
      long_enough: duration > 0 ? run >= duration : null,
    };
  });
}

/** The minutes of each service that can be chosen. */
const MINUTES: Readonly<Record<string, number>> = { [lesson.service_id]: 60, [served.call.service_id]: 30 };
const minutesOf = (ids: string | null) => (ids ?? '').split(',').reduce((sum, id) => sum + (MINUTES[id] ?? 0), 0);

/** The services that were asked for, in minutes together, one for each request. */
let asked: number[];
const user = userEvent.setup();
const button = (name: string) => screen.getByRole('button', { name });
const times = () => [...document.querySelectorAll<HTMLButtonElement>('[data-start]')];
const time = (place: number) => times()[place] as HTMLButtonElement;
const marks = () => times().map((one) => one.dataset['longEnough'] === 'true');
const legend = () => screen.queryByText('Enough time in a row', { selector: 'p' });

beforeEach(() => {
  asked = [];
  server.use(
    http.get('*/api/get_provider_profile', () => done({ account_data: account, rating_summary: { rating: 0, reviews: 0 } })),
    http.get('*/api/get_account_provider_services', () => done({ account_services: [lesson, served.call] })),
    http.get('*/api/get_provider_appointment_window', () => failed(404)),
    http.get('*/api/get_ratings_info/*', () => done({ ratings_data: [], rating_summary: { rating: null, reviews: 0 } })),
    http.get('*/api/get_next_free_times', () => done({ times: [] })),
    http.get('*/api/get_available_slots', ({ request }) => {
      const { searchParams } = new URL(request.url);
      const date = `${searchParams.get('from')?.slice(0, 8)}10`;
      const minutes = minutesOf(searchParams.get('services'));
      asked.push(minutes);
      return done({ days: [{ date, slots: slotsOn(date, minutes) }] });
    }),
  );
});

/** The times of the tenth of next month, for a lesson of an hour, to be chosen one by one. */
async function openTimes() {
  renderAt('/p/mara');
  await user.click(await screen.findByRole('checkbox', { name: /Lesson/ }));
  await user.click(button('Book session'));
  await user.click(await screen.findByRole('button', { name: 'Month' }));
  await user.click(button('Next month'));
  await user.click(await screen.findByRole('button', { name: /10.*free time$/ }));
  await waitFor(() => expect(times()).toHaveLength(3));
  await user.click(screen.getByRole('switch', { name: 'Choose times one by one' }));
}

describe('times that are long enough in a row', () => {
  it('are asked for with what the chosen services take, and marked for the eye and the ear', async () => {
    await openTimes();
    expect(asked.at(-1)).toBe(60);
    expect(time(0)).toHaveAccessibleName('9:00 AM Enough time in a row');
    expect(time(1)).toHaveAccessibleName('9:30 AM Enough time in a row');
    expect(time(2)).toHaveAccessibleName('10:30 AM');
    expect(marks()).toEqual([true, true, false]);
    expect(legend()).toBeVisible();
  });

  it('follow the basket, with one request for each change and no legend where all are alike', async () => {
    await openTimes();
    await user.click(button('Prev'));
    const before = asked.length;
    await user.click(screen.getByRole('checkbox', { name: /Call/ }));
    await waitFor(() => expect(asked.slice(before)).toEqual([90]));
    await user.click(screen.getByRole('checkbox', { name: /Lesson/ }));
    await waitFor(() => expect(asked.slice(before)).toEqual([90, 30]));
    await user.click(button('Book session'));
    await waitFor(() => expect(times()).toHaveLength(3));
    expect(marks()).toEqual([true, true, true]);
    expect(time(2)).toHaveAccessibleName('10:30 AM Enough time in a row');
    expect(legend()).toBeNull();
    expect(asked.slice(before)).toEqual([90, 30]);
  });
});
