import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { done, failed, http, refused, server } from '@/test';
import { provider, renderAt } from '@/test/app';

const sums = {
  bookings: 12,
  completed: 9,
  minutes: 690,
  income: [{ currency: 'EUR-DE', amount: 624.5 }],
  new_clients: 3,
  returning_clients: 4,
  no_shows: 1,
  cancelled: { by_provider: 1, by_client: 2, by_system: 0, unknown: 0 },
  declined: 0,
  requests: 15,
  views: 300 as number | null,
};
const before = { ...sums, bookings: 8, income: [{ currency: 'EUR-DE', amount: 500 }], requests: 20, views: null };
const nothing = {
  ...sums,
  bookings: 0,
  completed: 0,
  minutes: 0,
  income: [],
  new_clients: 0,
  returning_clients: 0,
  no_shows: 0,
  cancelled: { by_provider: 0, by_client: 0, by_system: 0, unknown: 0 },
  requests: 0,
  views: 0,
};
const part = {
  starts: '2026-11-02',
  bookings: 12,
  completed: 9,
  minutes: 690,
  income: sums.income,
  no_shows: 1,
  cancelled: 3,
  requests: 15,
  views: 300,
};
const answer = {
  timezone: 'Europe/Berlin',
  unit: 'day',
  range: { from_date: '2026-11-01', to_date: '2026-11-30' },
  former_range: { from_date: '2026-10-01', to_date: '2026-10-31' },
  figures: sums,
  former_figures: before,
  series: [part],
  former_series: [{ ...part, starts: '2026-10-02', bookings: 8, income: [] }],
  services: [{ service_id: 's1', name: 'Haircut', bookings: 9, former_bookings: 5 }],
  hours: [{ weekday: 0, hour: 9, sessions: 4 }],
  missing: [],
};

/** A server that answers with these figures; what it was asked. */
function serverWith(figures: object = answer): URLSearchParams[] {
  const asked: URLSearchParams[] = [];
  server.use(
    http.get('*/api/get_figures', ({ request }) => {
      asked.push(new URL(request.url).searchParams);
      return done(figures);
    }),
  );
  return asked;
}

/** A figure by its label. */
const figure = async (label: string) => (await screen.findByText(label, { selector: 'dt' })).parentElement;

describe('the figures', () => {
  it('stand beside those of the range before', async () => {
    serverWith();
    renderAt('/figures', provider);
    expect(await figure('Bookings')).toHaveTextContent('12+50% before: 8');
    expect(await figure('Hours')).toHaveTextContent('11.5 h');
    expect(await figure('Income')).toHaveTextContent('€624.50+25% before: €500');
    expect(await figure('Cancelled')).toHaveTextContent('by you: 1 · by clients: 2');
    expect(await figure('Page views')).toHaveTextContent(/^Page views300$/);
    expect(await figure('Requests per view')).toHaveTextContent('5%');
    expect(screen.getByRole('rowheader', { name: 'Haircut' })).toBeVisible();
    expect(screen.getByRole('cell', { name: '4' })).toBeVisible();
  });

  it('are a table for who does not see the chart, of the figure that is chosen', async () => {
    serverWith();
    renderAt('/figures', provider);
    const table = await screen.findByRole('table', { name: 'Bookings' });
    expect(
      within(table)
        .getAllByRole('cell')
        .map(({ textContent }) => textContent),
    ).toEqual(['12', '8']);
    await userEvent.selectOptions(screen.getByLabelText('Show'), 'Income in EUR');
    expect(await screen.findByRole('cell', { name: '€624.50' })).toBeInTheDocument();
  });

  it('are those of the range in the address, in the zone of the provider', async () => {
    const asked = serverWith();
    renderAt('/figures?range=own&from=2026-01-05&to=2026-01-09', provider);
    await figure('Bookings');
    expect(Object.fromEntries(asked.at(-1) ?? [])).toEqual({ from_date: '2026-01-05', to_date: '2026-01-09', timezone: 'UTC' });
    await userEvent.click(screen.getByRole('radio', { name: 'This year' }));
    await waitFor(() => expect(asked.at(-1)?.get('from_date')).toMatch(/-01-01$/));
  });

  it('are refused beside the date that is wrong, which stays', async () => {
    server.use(http.get('*/api/get_figures', () => refused('No.', { to_date: 'The last day must not be before the first one' })));
    renderAt('/figures?range=own&from=2026-01-05&to=2026-01-01', provider);
    expect(await screen.findByText('The last day must not be before the first one')).toBeVisible();
    expect(screen.getByLabelText('To')).toHaveValue('2026-01-01');
    expect(screen.getByLabelText('To')).toHaveAccessibleDescription('The last day must not be before the first one');
  });

  it('say how they fill up while there are none, and can be asked for again', async () => {
    server.use(http.get('*/api/get_figures', () => failed(500)));
    renderAt('/figures', provider);
    const again = await screen.findByRole('button', { name: 'Try again' });
    serverWith({ ...answer, figures: nothing, former_figures: nothing, series: [], former_series: [], services: [], hours: [] });
    await userEvent.click(again);
    expect(await screen.findByText(/^No figures yet/)).toBeVisible();
  });
});
