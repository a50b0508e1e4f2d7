import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { done, failed, http, renderAt, server } from '@/test';
import { chooseTime, chosenTime } from '@/routing';
import { account, lesson, week } from '@/test/booked-provider';

/** A lesson of an hour, with a provider whose slots last half an hour. */

const NOW = '2027-01-04T08:00:00Z';
const user = userEvent.setup();
const button = (name: string | RegExp) => screen.getByRole('button', { name });
const days = () => screen.getByRole('region', { name: 'Pick a day' });
const time = (start: string) => document.querySelector<HTMLButtonElement>(`[data-start="${start}"]`) as HTMLButtonElement;

function slot(start: string, more: object = {}) {
  const end = new Date(Date.parse(start) + 30 * 60_000).toISOString().replace('.000', '');
  return {
    appointment_slot_id: `quota-${start}`,
    provider_start_time: start,
    provider_end_time: end,
    client_start_time: start,
    client_end_time: end,
    duration: 30,
    alias: '',
    long_enough: true,
    ...more,
  };
}
const run = (start: string) => [slot(start), slot(new Date(Date.parse(start) + 30 * 60_000).toISOString().replace('.000', ''))];
const next = (start: string) => ({ ...slot(start), run: run(start) });

let times: object[] | null;
let free: Record<string, object[]>;
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(NOW) });
  times = [next('2027-01-04T16:30:00Z'), next('2027-01-05T09:00:00Z'), next('2027-01-08T09:00:00Z')];
  free = {
    '2027-01-04': run('2027-01-04T16:30:00Z'),
    '2027-01-05': [...run('2027-01-05T09:00:00Z'), slot('2027-01-05T10:00:00Z'), slot('2027-01-05T12:00:00Z', { long_enough: false })],
    '2027-01-06': [slot('2027-01-06T12:00:00Z', { long_enough: false })],
  };
  server.use(
    http.get('*/api/get_provider_profile', () => done({ account_data: account, rating_summary: { rating: 0, reviews: 0 } })),
    http.get('*/api/get_account_provider_services', () => done({ account_services: [lesson] })),
    http.get('*/api/get_provider_appointment_window', () => done({ appointment_info: week })),
    http.get('*/api/get_ratings_info/*', () => done({ ratings_data: [], rating_summary: { rating: null, reviews: 0 } })),
    http.get('*/api/get_available_slots', ({ request }) => {
      const from = new URL(request.url).searchParams.get('from') ?? '';
      return done({
        days: Object.entries(free)
          .map(([date, slots]) => ({ date, slots }))
          .filter(({ date }) => date >= from),
      });
    }),
    http.get('*/api/get_next_free_times', () => (times ? done({ times }) : failed(503))),
  );
});
afterEach(() => void vi.useRealTimers());

async function toTimes() {
  renderAt('/p/mara');
  await user.click(await screen.findByRole('checkbox', { name: /Lesson/ }));
  await user.click(button('Book session'));
  await screen.findByRole('region', { name: 'Pick a day' });
}

describe('the next free times', () => {
  it('come first, and one tap leads with all slots of the run to the summary', async () => {
    await toTimes();
    expect(await screen.findByRole('button', { name: 'Today 4:30 PM' })).toBeVisible();
    expect(button(/^Fri, Jan 8, 9:00 AM$/)).toBeVisible();
    await user.click(button('Tomorrow 9:00 AM'));
    expect(await screen.findByRole('heading', { name: 'Your request' })).toBeInTheDocument();
    await waitFor(() => expect(document.querySelector('[data-session]')).toHaveTextContent(/Tuesday, January 5.*9:00 – 10:00 AM/));
    await user.click(button('Prev'));
    expect(await within(days()).findByRole('button', { name: /January 5/ })).toHaveAttribute('aria-pressed', 'true');
    await waitFor(() => expect(time('2027-01-05T09:30:00Z')).toHaveAttribute('aria-pressed', 'true'));
  });

  it('can be fetched again where they did not load', async () => {
    times = null;
    await toTimes();
    expect(await screen.findByText('The next free times did not load.')).toBeVisible();
    times = [next('2027-01-05T09:00:00Z')];
    const [asked] = screen.getAllByRole('alert').filter((alert) => alert.textContent.includes('next free times'));
    await user.click(within(asked ?? expect.unreachable()).getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('button', { name: 'Tomorrow 9:00 AM' })).toBeVisible();
  });

  it('lead from two weeks without free time to the day of the next, and say what to do where there is none', async () => {
    free = { '2027-01-28': run('2027-01-28T09:00:00Z') };
    times = [next('2027-01-28T09:00:00Z')];
    await toTimes();
    await user.click(await screen.findByRole('button', { name: 'Next free: Thu, Jan 28, 9:00 AM' }));
    await waitFor(() => expect(time('2027-01-28T09:00:00Z')).toBeEnabled());
    expect(within(days()).getByRole('button', { name: /January 28/ })).toHaveAttribute('aria-pressed', 'true');
  });

  it('say what to do where there is none in 62 days', async () => {
    [free, times] = [{}, []];
    await toTimes();
    expect(await screen.findByText(/^No free times in the next 62 days\./)).toBeVisible();
    expect(screen.getByRole('link', { name: 'Find other providers' })).toBeVisible();
  });
});

describe('a time that was chosen before the booking opened', () => {
  const chosen = { serviceId: lesson.service_id, slots: run('2027-01-05T09:00:00Z'), day: '2027-01-05' };

  it('is in the summary at once, once, and everything else begins as usual', async () => {
    chooseTime(account.owner_id, { ...chosen, mode: 'remote' });
    renderAt('/p/mara');
    expect(await screen.findByRole('heading', { name: 'Your request' })).toBeInTheDocument();
    await waitFor(() => expect(document.querySelector('[data-session]')).toHaveTextContent(/Tuesday, January 5.*9:00 – 10:00 AM/));
    expect(chosenTime(account.owner_id)).toBeNull();
    await user.click(button('Prev'));
    expect(await within(days()).findByRole('button', { name: /January 5/ })).toHaveAttribute('aria-pressed', 'true');
  });

  it('waits behind the choice of a mode where both are open', async () => {
    chooseTime(account.owner_id, { ...chosen, mode: null });
    renderAt('/p/mara');
    expect(await screen.findByRole('checkbox', { name: /Lesson/ })).toBeChecked();
  });
});

describe('a run', () => {
  it('is taken by a tap on its start, let go by a tap on any of its slots, and replaced by another', async () => {
    await toTimes();
    await user.click(await within(days()).findByRole('button', { name: /January 5/ }));
    expect(time('2027-01-05T10:00:00Z')).toBeDisabled();
    expect(time('2027-01-05T12:00:00Z')).toHaveAccessibleName('12:00 PM Not enough time in a row');
    await user.click(time('2027-01-05T09:00:00Z'));
    expect(button(/^Remove Tue, Jan 5, 9:00\s–\s10:00\sAM$/)).toBeVisible();
    expect(button('Complete booking')).toBeEnabled();
    await user.click(time('2027-01-05T09:30:00Z'));
    expect(time('2027-01-05T09:00:00Z')).toHaveAttribute('aria-pressed', 'false');
    expect(button('Complete booking')).toBeDisabled();
    await user.click(time('2027-01-05T09:30:00Z'));
    await user.click(button(/^Remove Tue, Jan 5, 9:30\s–\s10:30\sAM$/));
    expect(screen.queryByRole('button', { name: /^Remove/ })).toBeNull();
  });

  it('is not to be had on a day with too little time in a row, whose slots can be chosen one by one', async () => {
    await toTimes();
    await user.click(await within(days()).findByRole('button', { name: /January 6, no free time/ }));
    expect(screen.getByText(/^No time on this day is free for long enough\./)).toBeVisible();
    await user.click(screen.getByRole('switch', { name: 'Choose times one by one' }));
    await user.click(time('2027-01-06T12:00:00Z'));
    expect(screen.getByText('30 mins is not sufficient time for your 1 selected service.')).toBeInTheDocument();
  });
});

describe('the strip of days', () => {
  it('is walked with arrow keys, and turned to other weeks', async () => {
    await toTimes();
    const first = await within(days()).findByRole('button', { name: /January 4/ });
    first.focus();
    await user.keyboard('{ArrowRight}');
    expect(within(days()).getByRole('button', { name: /January 5/ })).toHaveFocus();
    expect(within(days()).getAllByRole('button', { name: /^\w+, January/ })).toHaveLength(14);
    expect(button('Earlier days')).toBeDisabled();
    await user.click(button('Later days'));
    expect(await within(days()).findByRole('button', { name: /January 18/ })).toBeInTheDocument();
    await user.click(button('Month'));
    expect(await screen.findByText('January 2027')).toBeInTheDocument();
    expect(button('Two weeks')).toBeVisible();
  });
});
