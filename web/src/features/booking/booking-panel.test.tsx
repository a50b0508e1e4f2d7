import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { openhoursApi } from '@/api';
import { done, failed, http, refused, renderAt, server } from '@/test';
import { account, call, lesson, owner, week } from '@/test/booked-provider';

const TAKEN = 'This time has just been taken. Please choose another.';
/** Slots on the tenth of every requested month; the test goes to next month's. */
let taken: Set<string>;
let orders: Record<string, unknown>[];

function slotsOf(date: string) {
  return ['09:00', '09:30', '10:00', '10:30'].map((time, place) => {
    const start = `${date}T${time}:00Z`;
    const end = new Date(Date.parse(start) + 30 * 60_000).toISOString().replace('.000', '');
    return {
      appointment_slot_id: `slot-${place}`,
      provider_start_time: start,
      provider_end_time: end,
      client_start_time: start,
      client_end_time: end,
      duration: 30,
      alias: '',
    };
  });
}

const times = () => [...document.querySelectorAll<HTMLButtonElement>('[data-start]')];
const time = (place: number) => times()[place] as HTMLButtonElement;
const singly = () => screen.getByRole('switch', { name: 'Choose times one by one' });
const button = (name: string) => screen.getByRole('button', { name });
const user = userEvent.setup();

async function openPage() {
  renderAt('/p/mara');
  await user.click(await screen.findByRole('checkbox', { name: /Lesson/ }));
}

async function pickDay() {
  await user.click(button('Book session'));
  await user.click(await screen.findByRole('button', { name: 'Month' }));
  await user.click(button('Next month'));
  await user.click(await screen.findByRole('button', { name: /10.*free time$/ }));
  await waitFor(() => expect(times()).toHaveLength(4));
}

afterEach(() => void vi.useRealTimers());
beforeEach(() => {
  taken = new Set();
  orders = [];
  server.use(
    http.get('*/api/get_provider_profile', () => done({ account_data: account, rating_summary: { rating: 0, reviews: 0 } })),
    http.get('*/api/get_account_provider_services', () => done({ account_services: [lesson, call] })),
    http.get('*/api/get_provider_appointment_window', () => done({ appointment_info: week })),
    http.get('*/api/get_ratings_info/*', () => done({ ratings_data: [], rating_summary: { rating: null, reviews: 0 } })),
    http.get('*/api/get_next_free_times', () => done({ times: [] })),
    http.get('*/api/get_available_slots', ({ request }) => {
      const date = `${new URL(request.url).searchParams.get('from')?.slice(0, 8)}10`;
      return done({ days: [{ date, slots: slotsOf(date).filter((slot) => !taken.has(slot.provider_start_time)) }] });
    }),
    http.post('*/api/verify_guest_credentials', () => done({ access_token: 'guest-token' })),
    http.post('*/api/create_appointment_order', async ({ request }) => {
      orders.push((await request.json()) as Record<string, unknown>);
      return done({ booking_data: {} });
    }),
  );
});

describe('choosing', () => {
  it('adds up what is chosen and leads on only with a mode that is offered', async () => {
    await openPage();
    expect(screen.getByText('€40', { selector: '[class*=sum]' })).toBeInTheDocument();
    expect(button('Book session')).toBeEnabled();
    await user.click(await screen.findByRole('radio', { name: 'Remote' }));
    expect(screen.getByText('This provider does not offer remote services.')).toBeInTheDocument();
    expect(button('Book session')).toBeDisabled();
  });

  it('shows the brief of a service where it is chosen and where it is summed up', async () => {
    await openPage();
    expect(screen.getByText('Wear loose clothes.')).toBeInTheDocument();
    await pickDay();
    await user.click(time(0));
    await user.click(button('Complete booking'));
    expect(screen.getByRole('heading', { name: 'Your request' })).toBeInTheDocument();
    expect(await screen.findByText('Wear loose clothes.')).toBeInTheDocument();
  });

  it('says what a price means and what books at once, and never that a price on request is nothing', async () => {
    const open = { ...call, delivery_mode: 'in-person', price_kind: 'on_request' };
    const lowest = { ...lesson, cost: 24.5, price_kind: 'from', confirmation: 'instant' };
    server.use(http.get('*/api/get_account_provider_services', () => done({ account_services: [lowest, open] })));
    renderAt('/p/mara');
    const row = (await screen.findByRole('checkbox', { name: /Call/ })).closest('label') ?? document.body;
    expect(row).toHaveTextContent('Price on request');
    const bar = document.querySelector<HTMLElement>('[data-bottom-bar]') ?? document.body;
    await user.click(screen.getByRole('checkbox', { name: /Call/ }));
    expect(within(bar).getByText('Price on request')).toBeVisible();
    const first = screen.getByRole('checkbox', { name: /Lesson/ });
    expect(first.closest('label')).toHaveTextContent(/Books at once.*from €24\.50/);
    await user.click(first);
    expect(within(bar).getByText('from €24.50')).toBeVisible();
  });

  it('says how the provider is paid, on the page and before the request is sent', async () => {
    server.use(
      http.get('*/api/get_account_provider_services', () =>
        done({
          account_services: [lesson],
          fee_policy: 'negotiable',
          payment_methods: '["cash","bank_transfer"]',
          payment_note: 'At the door.',
        }),
      ),
    );
    await openPage();
    await user.click(screen.getByRole('tab', { name: 'Info' }));
    expect(screen.getByRole('heading', { name: 'Payment' })).toBeInTheDocument();
    expect(screen.getByText(/Cash, Bank transfer/)).toBeInTheDocument();
    await user.click(screen.getByRole('tab', { name: 'Book' }));
    await pickDay();
    await user.click(time(0));
    await user.click(button('Complete booking'));
    const payment = (await screen.findByText('How you pay')).parentElement ?? document.body;
    expect(payment).toHaveTextContent('Cash, Bank transfer · The price is open to talkAt the door.');
  });

  it('has one currency: a service in another one is refused when it is chosen', async () => {
    const inDollars = { ...lesson, service_id: 'abroad', service: 'Abroad', cost: 10, currency: 'USD-US' };
    const alsoEuro = { ...lesson, service_id: 'spain', service: 'In Spain', cost: 5, currency: 'EUR-ES' };
    server.use(http.get('*/api/get_account_provider_services', () => done({ account_services: [lesson, inDollars, alsoEuro] })));
    await openPage();
    await user.click(screen.getByRole('checkbox', { name: /Abroad/ }));
    expect(screen.getByRole('checkbox', { name: /Abroad/ })).not.toBeChecked();
    expect(screen.getByRole('alert')).toHaveTextContent('Abroad is priced in USD, what you have chosen in EUR. Please book it on its own.');
    expect(screen.getByText('€40', { selector: '[class*=sum]' })).toBeInTheDocument();
    await user.click(screen.getByRole('checkbox', { name: /In Spain/ }));
    expect(screen.queryByRole('alert')).toBeNull();
    expect(screen.getByText('€45', { selector: '[class*=sum]' })).toBeInTheDocument();
  });

  it('asks for a mode where both are open', async () => {
    server.use(http.get('*/api/get_account_provider_services', () => done({ account_services: [{ ...lesson, delivery_mode: 'hybrid' }] })));
    await openPage();
    expect(screen.getByText('Select a service delivery mode to proceed with your request.')).toBeInTheDocument();
  });

  it('says when the chosen time is too short, enough, or more than needed', async () => {
    await openPage();
    await pickDay();
    await user.click(singly());
    await user.click(time(0));
    expect(screen.getByText('30 mins is not sufficient time for your 1 selected service.')).toBeInTheDocument();
    expect(button('Complete booking')).toBeDisabled();
    await user.click(time(1));
    expect(screen.getByText(/enough time$/)).toBeInTheDocument();
    expect(button('Complete booking')).toBeEnabled();
    await user.click(time(2));
    expect(screen.getByText('You have selected 1 hr 30 mins, but only 1 hr is required for your 1 selected service')).toBeInTheDocument();
    expect(button('Complete booking')).toBeEnabled();
  });
});

describe('a provider in another zone', () => {
  beforeEach(() => {
    server.use(
      http.get('*/api/get_provider_appointment_window', () => done({ appointment_info: { ...week, timezone: 'America/New_York' } })),
    );
  });
  const panel = () => within(document.querySelector<HTMLElement>('[data-view]') as HTMLElement);
  const radio = (name: string) => panel().getByRole('radio', { name });

  it('is shown in the viewer’s time, and in the provider’s from the choice of a time to the sent request', async () => {
    const asked: (string | null)[] = [];
    server.events.on('request:start', ({ request }) => {
      const { pathname, searchParams } = new URL(request.url);
      if (pathname === '/api/get_available_slots') asked.push(searchParams.get('timezone'));
    });
    await openPage();
    await pickDay();
    expect(radio('Your time · UTC')).toBeChecked();
    expect(time(2)).toHaveTextContent(/^10:00 AM [56]:00 AM$/);
    await user.click(radio('Provider’s time · New York'));
    await waitFor(() => expect(asked.at(-1)).toBe('America/New_York'));
    await waitFor(() => expect(time(2)).toHaveTextContent(/^[56]:00 AM 10:00 AM$/));
    expect(panel().getByText('Time in New York, where the provider is; below it your time in UTC.')).toBeVisible();
    await user.click(time(2));
    const start = time(2).dataset['start'];
    const session = () => document.querySelector(`[data-session="${start}"]`);
    await user.click(button('Complete booking'));
    expect(session()).toHaveTextContent(/[56]:00 – [67]:00 AM.*10:00 – 11:00 AM in UTC$/);
    await user.type(await screen.findByLabelText('Name'), 'Nora Beck');
    await user.type(screen.getByLabelText('E-mail'), 'nora@example.com');
    await user.click(button('Continue as guest'));
    await user.type(await screen.findByLabelText('Code'), '123456');
    await user.click(button('Authenticate and confirm booking'));
    await waitFor(() => expect(button('Book another session')).toBeInTheDocument());
    expect(radio('Provider’s time · New York')).toBeChecked();
    expect(session()).toHaveTextContent(/[56]:00 – [67]:00 AM.*10:00 – 11:00 AM in UTC$/);
    await user.click(radio('Your time · UTC'));
    expect(session()).toHaveTextContent(/10:00 – 11:00 AM.*[56]:00 – [67]:00 AM in New York$/);
  });

  it('has the names of its slots in sight, from the choice to the summary', async () => {
    server.use(
      http.get('*/api/get_available_slots', ({ request }) => {
        const date = `${new URL(request.url).searchParams.get('from')?.slice(0, 8)}10`;
        return done({ days: [{ date, slots: slotsOf(date).map((slot, place) => ({ ...slot, alias: place < 2 ? 'Early bird' : '' })) }] });
      }),
    );
    await openPage();
    await pickDay();
    expect(time(0)).toHaveTextContent(/^9:00 AM [45]:00 AM Early bird$/);
    expect(within(time(0)).getByText('Early bird')).toBeVisible();
    expect(time(2)).not.toHaveTextContent('Early bird');
    await user.click(singly());
    await user.click(time(0));
    await user.click(time(2));
    expect(panel().getByText(/9:00 – 9:30 AM · Early bird$/)).toBeVisible();
    await user.click(button('Complete booking'));
    expect(panel().getAllByText(/Early bird/)).toHaveLength(1);
  });

  it('has its open hours on the clock that is chosen', async () => {
    renderAt('/p/mara');
    await user.click(await screen.findByRole('tab', { name: 'Info' }));
    expect(await screen.findByText('Times in UTC')).toBeVisible();
    expect(screen.getAllByText(/^[12] PM – (9|10) PM$/)).toHaveLength(7);
    await user.click(screen.getByRole('radio', { name: 'Provider’s time · New York' }));
    expect(screen.getByText('Times in New York')).toBeVisible();
    expect(screen.getAllByText('9 AM – 5 PM')).toHaveLength(7);
  });

  it('has no choice of clocks where both show the same', async () => {
    server.use(http.get('*/api/get_provider_appointment_window', () => done({ appointment_info: { ...week, timezone: 'Etc/UTC' } })));
    await openPage();
    await pickDay();
    expect(screen.queryByRole('radio', { name: /^Your time/ })).toBeNull();
  });
});

describe('the tabs of the page', () => {
  it('are four, and a look at the others loses nothing that was chosen', async () => {
    await openPage();
    expect(screen.getAllByRole('tab').map((tab) => tab.textContent)).toEqual(['Book', 'Reviews', 'Posts', 'Info']);
    expect(screen.getByRole('tab', { name: 'Book' })).toHaveAttribute('aria-selected', 'true');
    await pickDay();
    await user.click(time(0));
    for (const name of ['Reviews', 'Info']) {
      await user.click(screen.getByRole('tab', { name }));
      expect(screen.queryByRole('heading', { name: 'Pick a time' })).toBeNull();
    }
    await user.click(button('Book a session'));
    expect(screen.getByRole('tab', { name: 'Book' })).toHaveFocus();
    expect(screen.getByRole('heading', { name: 'Pick a time' })).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Book a session' })).toBeNull();
    expect(time(0)).toHaveAttribute('aria-pressed', 'true');
  });
});

describe('the calendar', () => {
  it('tells of a chosen time that is taken, in whatever month it lies', async () => {
    const { store } = renderAt('/p/mara');
    await user.click(await screen.findByRole('checkbox', { name: /Lesson/ }));
    await pickDay();
    await user.click(time(0));
    taken.add(time(0).dataset['start'] ?? '');
    await user.click(button('Next month'));
    store.dispatch(openhoursApi.util.invalidateTags([{ type: 'Slots', id: owner }]));
    expect(await screen.findByText(TAKEN)).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: /^Remove/ })).toBeNull();
  });

  it('ends with the year 2030', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('2030-11-20T09:00:00Z') });
    await openPage();
    await user.click(button('Book session'));
    await user.click(await screen.findByRole('button', { name: 'Month' }));
    await user.click(button('Next month'));
    expect(await screen.findByText('December 2030')).toBeInTheDocument();
    expect(button('Next month')).toBeDisabled();
    expect(button('Previous month')).toBeEnabled();
  });
});

describe('a guest', () => {
  async function toCode() {
    await openPage();
    await pickDay();
    await user.click(time(0));
    await user.click(button('Complete booking'));
    await user.type(await screen.findByLabelText('Name'), 'Olu Adebayo');
    await user.type(screen.getByLabelText('E-mail'), 'olu@example.com');
    await user.click(button('Continue as guest'));
    await user.type(await screen.findByLabelText('Code'), '123456');
  }
  const confirm = () => user.click(button('Authenticate and confirm booking'));

  it('books with the mailed code and can start over', async () => {
    await toCode();
    await confirm();
    expect(await screen.findByText(/^Your booking request has been sent to the service provider\./)).toBeInTheDocument();
    expect(orders[0]).toMatchObject({ iv_guest_token: '123456', iv_user_category: 'guest', iv_total_cost: 40 });
  });

  it('reads when the street is shown, and then the street', async () => {
    server.use(
      http.get('*/api/get_provider_profile', () =>
        done({ account_data: { ...account, location_address: '', street_shown_to: 'booked' }, rating_summary: { rating: 0, reviews: 0 } }),
      ),
      http.post('*/api/create_appointment_order', () =>
        done({ booking_data: { delivery_location: 'Torstrasse 12', contact_phone: '+4930123' } }),
      ),
    );
    await toCode();
    expect(screen.getByText('In person; the street is shown after you book')).toBeInTheDocument();
    await confirm();
    expect(await screen.findByText('Torstrasse 12')).toBeInTheDocument();
    expect(screen.getByRole('link', { name: '+4930123' })).toBeInTheDocument();
  });

  it('reads the telephone number before the request where everybody may', async () => {
    server.use(
      http.get('*/api/get_provider_profile', () =>
        done({
          account_data: { ...account, contact_phone: '4930123', phone_shown_to: 'everybody' },
          rating_summary: { rating: 0, reviews: 0 },
        }),
      ),
    );
    await toCode();
    const phone = screen.getAllByText('Phone').find((term) => term.closest('[data-view]'))?.nextElementSibling as HTMLElement;
    expect(within(phone).getByRole('link', { name: '+4930123' })).toHaveAttribute('href', 'tel:+4930123');
    expect(orders).toEqual([]);
  });

  it('learns beside the field that an address or a code is wrong', async () => {
    server.use(
      http.post('*/api/create_appointment_order', () =>
        refused('Please check the marked fields.', { iv_guest_token: 'This token is not the one that was sent to you.' }),
      ),
    );
    await toCode();
    await confirm();
    await waitFor(() => expect(screen.getByLabelText('Code')).toBeInvalid());
    expect(screen.getByText('This token is not the one that was sent to you.')).toBeInTheDocument();
    await user.click(button('Use another address'));
    expect(screen.getByLabelText('Name')).toHaveValue('Olu Adebayo');
    await user.clear(screen.getByLabelText('E-mail'));
    await user.type(screen.getByLabelText('E-mail'), 'olu');
    await user.tab();
    expect(await screen.findByText(/^This Field can only contain valid emails/)).toBeInTheDocument();
  });

  it('whose two hours are over is asked for the mail once more, and keeps all else', async () => {
    server.use(http.post('*/api/create_appointment_order', () => failed(422, 'Your login is over.')));
    await toCode();
    await confirm();
    expect(await screen.findByText(/^Your confirmation has run out\./)).toBeInTheDocument();
    expect(screen.getByLabelText('Name')).toHaveValue('Olu Adebayo');
    expect(screen.getByLabelText('E-mail')).toHaveValue('olu@example.com');
    expect(document.querySelectorAll('[data-session]')).toHaveLength(1);
  });

  it('goes back to the times when one was taken meanwhile, and keeps all else', async () => {
    await toCode();
    server.use(
      http.post(
        '*/api/create_appointment_order',
        async ({ request }) => {
          const body = (await request.json()) as { iv_session_list: string };
          const sessions = JSON.parse(body.iv_session_list) as { provider_start_time: string }[];
          taken.add(sessions[0]?.provider_start_time ?? '');
          return refused(TAKEN, { iv_session_list: TAKEN });
        },
        { once: true },
      ),
    );
    await confirm();
    expect(await screen.findByRole('heading', { name: 'Pick a time' })).toBeInTheDocument();
    expect(screen.getByText(TAKEN)).toBeInTheDocument();
    await waitFor(() => expect(time(0)).toBeDisabled());
    expect(time(1)).toHaveAttribute('aria-pressed', 'false');
    await user.click(time(1));
    await user.click(button('Complete booking'));
    await user.type(screen.getByLabelText('Code'), '123456');
    await confirm();
    expect(await screen.findByText(/^Your booking request has been sent/)).toBeInTheDocument();
    expect(orders).toHaveLength(1);
  });
});
