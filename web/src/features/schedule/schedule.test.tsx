import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { bookingRow, done, failed, http, inHours, openSchedule, provider, refused, renderAt, server } from '@/test';

const user = userEvent.setup();

describe('the details of a booking', () => {
  it('have each session by its slot’s name and its state, and how to reach the provider', async () => {
    const session = (from: number, alias: string, session_state: string) => ({
      appointment_slot_id: '',
      alias,
      session_state,
      provider_start_time: inHours(from),
      provider_end_time: inHours(from + 1),
    });
    const sessions = [session(-24, 'Early bird', 'done'), session(24, 'Lunch break', 'upcoming')];
    const details = { session_time: JSON.stringify(sessions), due_position: 2, due_start_time: inHours(24), contact_phone: '+4930123' };
    openSchedule(
      'upcoming_schedule?dialog=booking&booking=1',
      [],
      [bookingRow('1', { request_status: 'accepted', provider_id: 'mara-1', owner_id: provider.ownerId, ...details })],
    );
    const dialog = within(await screen.findByRole('dialog'));
    expect((await dialog.findByText('Appointment date')).nextElementSibling).toHaveTextContent(/ · Lunch break · session 2 of 2/);
    const [over, due] = dialog.getAllByRole('listitem');
    expect(over).toHaveTextContent(/ · Early birddone$/);
    expect(due).toHaveTextContent(/ · Lunch breakaccepted$/);
    expect(dialog.getByText('Hello')).toHaveAttribute('dir', 'auto');
    expect(dialog.getByRole('link', { name: '+4930123' })).toHaveAttribute('href', 'tel:+4930123');
  });
});

it('a request that ran out says why in the words of the app', async () => {
  const feedback = 'The provider did not answer in time, so this request was cancelled.';
  openSchedule('cancelled_requests?dialog=booking&booking=1', [bookingRow('1', { request_status: 'cancelled', feedback })]);
  const dialog = within(await screen.findByRole('dialog'));
  expect((await dialog.findByText('Why it ended')).nextElementSibling).toHaveTextContent(
    'The provider did not answer in time, so the request ended by itself.',
  );
});

describe('another proposed time', () => {
  const proposed = (from: number) => ({
    proposed_by: 'client',
    proposed_note: '',
    proposed_session_time: JSON.stringify([{ provider_start_time: inHours(from), provider_end_time: inHours(from + 1) }]),
  });
  const asOther = { request_status: 'accepted', provider_id: 'mara-1', owner_id: provider.ownerId, name: 'Mara Weiss' };
  const warning = 'You already have an appointment at this time';

  it('warns of an own appointment at that time before it is accepted, and never of the one that is moved', async () => {
    const [moved, other] = [bookingRow('1', { request_status: 'accepted', ...proposed(24.5) }), bookingRow('2', asOther)];
    openSchedule('upcoming_schedule?dialog=booking&booking=1', [moved], [other]);
    const dialog = within(await screen.findByRole('dialog'));
    expect(await dialog.findByText(warning)).toBeVisible();
    expect(dialog.getByRole('link', { name: /^Mara Weiss · / })).toHaveAttribute('href', expect.stringContaining('booking=2'));
    expect(dialog.queryByRole('link', { name: /^Ivo Marin · / })).not.toBeInTheDocument();
    expect(dialog.getByRole('button', { name: 'Accept' })).toBeEnabled();
  });

  it('is withdrawn by who proposed it, who cannot answer it', async () => {
    const asked: unknown[] = [];
    server.use(http.post('/api/answer_new_time', async ({ request }) => done((asked.push(await request.json()), {}))));
    const mine = { ...proposed(24.5), proposed_by: 'provider' };
    openSchedule('upcoming_schedule?dialog=booking&booking=1', [bookingRow('1', { request_status: 'accepted', ...mine })]);
    const dialog = within(await screen.findByRole('dialog'));
    await user.click(await dialog.findByRole('button', { name: 'Withdraw' }));
    await waitFor(() => expect(asked).toEqual([{ iv_order_id: '1', iv_answer: 'withdrawn' }]));
    expect(dialog.queryByRole('button', { name: 'Accept' })).not.toBeInTheDocument();
  });
});

describe('a request that waits', () => {
  const inTwoHours = { answer_by: inHours(2.5) };

  it('says to the provider until when to answer, in the list and in its details', async () => {
    openSchedule('pending_requests?dialog=booking&booking=1', [bookingRow('1', inTwoHours)]);
    const dialog = within(await screen.findByRole('dialog'));
    expect((await dialog.findByText('Please answer by')).nextElementSibling).toHaveTextContent(
      / \(in 2 hours\)Without an answer the request ends by itself/,
    );
    expect(screen.getByText(/ · expires in 2 hours$/)).toBeInTheDocument();
  });

  it('says to the client whose answer it waits for', async () => {
    const asClient = { ...inTwoHours, provider_id: 'mara-1', owner_id: provider.ownerId, name: 'Mara Weiss' };
    openSchedule('pending_requests?dialog=booking&booking=1', [], [bookingRow('1', asClient)]);
    expect(await within(await screen.findByRole('dialog')).findByText('Mara Weiss answers by')).toBeVisible();
  });

  it('says nothing once the time is over, nor of what was answered', async () => {
    openSchedule('pending_requests', [bookingRow('1', { answer_by: inHours(-1) }), bookingRow('2', { answer_by: '' })]);
    expect(await screen.findAllByRole('article')).toHaveLength(2);
    expect(screen.queryByText(/expires/)).not.toBeInTheDocument();
  });
});

describe('the lists', () => {
  it('say that they are empty, each in its own words', async () => {
    openSchedule('pending_requests', []);
    await user.click(await screen.findByRole('tab', { name: 'My clients' }));
    expect(await screen.findByText('You have no pending requests with any client.')).toBeInTheDocument();
    await user.click(screen.getByRole('tab', { name: 'My requests' }));
    expect(await screen.findByText('You have no pending requests with any provider.')).toBeInTheDocument();
  });

  it('name who it is with and what can be done', async () => {
    openSchedule('ongoing_appointments', [bookingRow('1', { request_status: 'ongoing', name: 'Tariq Reza' })]);
    const row = await screen.findByRole('article');
    expect(within(row).getByText('Ongoing session with Tariq Reza')).toBeInTheDocument();
    expect(within(row).getByRole('button', { name: 'Review' })).toBeInTheDocument();
  });

  it('name a guest, and lead to the page of who has one, else to the conversation', async () => {
    const page = { name: 'Mara Weiss', username: 'mara', onboardProfile: true };
    openSchedule(
      'pending_requests',
      [bookingRow('1', { name: '', guest_name: 'Gus Guest', user_category: 'guest' })],
      [bookingRow('2', { ...page, provider_id: 'mara-1' })],
    );
    await user.click(await screen.findByRole('tab', { name: /^My clients/ }));
    expect(within(await screen.findByRole('article')).getByText('Appointment with Gus Guest')).toBeVisible();
    expect(screen.queryByRole('link', { name: 'Gus Guest' })).not.toBeInTheDocument();
    await user.click(screen.getByRole('tab', { name: /^My requests/ }));
    expect(await screen.findByRole('link', { name: 'Mara Weiss' })).toHaveAttribute('href', '/p/mara');
    cleanup();
    const client = { name: 'Ivo Marek', onboardProfile: false, user_category: 'active', owner_id: 'ivo-1' };
    openSchedule('pending_requests', [bookingRow('3', client)]);
    expect(await screen.findByRole('link', { name: 'Ivo Marek: write a message' })).toHaveAttribute('href', '/message?with=ivo-1');
  });

  it('offer rating on each side of a completed session, and stars once it is rated', async () => {
    const completed = { request_status: 'completed', provider_start_time: inHours(-2) };
    openSchedule(
      'pending_review',
      [bookingRow('1', completed)],
      [bookingRow('2', { ...completed, provider_id: 'other', owner_id: provider.ownerId, name: 'Mara Weiss' })],
    );
    expect(await screen.findByRole('button', { name: 'Request rating' })).toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Rate session' })).toBeInTheDocument();
  });

  it('let the provider rate the client, whose own rating waits for it', async () => {
    const sent: unknown[] = [];
    server.use(
      http.post('*/api/create_client_rating', async ({ request }) => {
        sent.push(await request.json());
        return sent.length === 1 ? refused('', { iv_feedback: 'The minimum length required for this field is 8' }) : done({});
      }),
    );
    const waiting = { hidden_rating_by: 'client', ratings_shown_at: inHours(24 * 13), rate_client_by: inHours(24 * 59) };
    openSchedule('pending_review', [bookingRow('1', { request_status: 'completed', provider_start_time: inHours(-2), ...waiting })]);
    await user.click(await screen.findByRole('button', { name: 'Rate client' }));
    expect(await screen.findByText(/^Ivo Marin has rated this appointment\. You see it once you have rated too, or on /)).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Send request' })).not.toBeInTheDocument();
    await user.click(await screen.findByRole('combobox', { name: 'Rate Ivo Marin' }));
    await user.click(await screen.findByRole('option', { name: '4 · Very good' }));
    await user.type(screen.getByLabelText('About your client'), 'On time, kind');
    await user.click(screen.getByRole('button', { name: 'Submit rating of the client' }));
    expect(await screen.findByText('The minimum length required for this field is 8')).toBeVisible();
    expect(screen.getByLabelText('About your client')).toHaveValue('On time, kind');
    await user.click(screen.getByRole('button', { name: 'Submit rating of the client' }));
    expect(await screen.findByText(/^Thank you\. Ivo Marin sees it once both of you have rated/)).toBeVisible();
    expect(sent).toEqual(Array(2).fill({ iv_order_id: '1', iv_rating: '4', iv_feedback: 'On time, kind' }));
  });

  it('show what both sides said, with the answer, and what the client can report', async () => {
    const said = {
      ...{
        request_status: 'completed',
        provider_start_time: inHours(-2),
        provider_id: 'other',
        owner_id: provider.ownerId,
        name: 'Mara Weiss',
      },
      ...{
        complete_status: 'completed',
        rating: 2,
        feedback: 'She came late',
        rating_answer: 'I am sorry',
        client_rating: 5,
        client_feedback: 'A pleasant client',
      },
    };
    openSchedule('completed_requests', [], [bookingRow('1', said)]);
    await user.click(await screen.findByRole('button', { name: /^Rated 2 out of 5/ }));
    const answer = await screen.findByRole('region', { name: 'Answer of Mara Weiss' });
    expect(within(answer).getByText('I am sorry')).toBeVisible();
    expect(within(answer).getByRole('button', { name: 'Report the answer of Mara Weiss' })).toBeVisible();
    const ofMe = screen.getByRole('region', { name: 'What Mara Weiss says of you' });
    expect(within(ofMe).getByRole('img', { name: 'Rated 5 out of 5' })).toBeVisible();
    expect(within(ofMe).getByRole('button', { name: 'Report what Mara Weiss says of you' })).toBeVisible();
  });

  it('show an accepted booking whose start has passed as overdue', async () => {
    openSchedule('overdue_appointments', [bookingRow('1', { request_status: 'accepted', provider_start_time: inHours(-1) })]);
    expect(within(await screen.findByRole('article')).getByText('overdue')).toBeInTheDocument();
  });

  it('find by a part of a name in any case', async () => {
    openSchedule('pending_requests', [bookingRow('1'), bookingRow('2', { name: 'Grace Wu' })]);
    await user.type(await screen.findByRole('textbox', { name: 'Search by name' }), 'GRA');
    expect(screen.getAllByRole('article')).toHaveLength(1);
    expect(screen.getByText('Appointment with Grace Wu')).toBeInTheDocument();
  });
});

describe('an appointment of several sessions', () => {
  const span = (hours: number, request_status: string, session_state: string, position: number) => ({
    provider_start_time: inHours(hours),
    provider_end_time: inHours(hours + 1),
    request_status,
    session_state,
    position,
  });
  const sessions = [
    span(-72, 'completed', 'done', 1),
    span(-48, 'completed', 'missed', 2),
    span(-1, 'accepted', 'upcoming', 3),
    span(24, 'accepted', 'upcoming', 4),
  ];
  const several = {
    request_status: 'accepted',
    provider_start_time: inHours(-72),
    due_position: 3,
    due_start_time: inHours(-1),
    due_end_time: inHours(0),
    session_time: JSON.stringify(sessions),
  };

  it('shows the session that is due in its row', async () => {
    openSchedule('overdue_appointments', [bookingRow('1', several)]);
    expect(within(await screen.findByRole('article')).getByText(/session 3 of 4/)).toBeVisible();
  });

  it('stays upcoming as long as its next session is', async () => {
    openSchedule('upcoming_schedule', [bookingRow('1', { ...several, due_position: 4, due_start_time: inHours(24) })]);
    const row = await screen.findByRole('article');
    expect(within(row).getByText('accepted')).toBeVisible();
    expect(within(row).getByText(/session 4 of 4/)).toBeVisible();
  });

  it('says of each session what became of it', async () => {
    openSchedule('overdue_appointments', [bookingRow('1', several)]);
    await user.click(await screen.findByRole('button', { name: 'Review' }));
    const list = within(await screen.findByRole('dialog')).getByRole('list');
    const chips = within(list)
      .getAllByRole('listitem')
      .map((item) => item.querySelector('[data-status]')?.textContent);
    expect(chips).toEqual(['done', 'missed', 'overdue', 'accepted']);
  });

  it('lets the provider say that the client did not come to the one that is due', async () => {
    let answer: Record<string, unknown> = {};
    openSchedule('overdue_appointments', [bookingRow('1', several)]);
    server.use(
      http.post('*/api/report_no_show', async ({ request }) => {
        answer = (await request.json()) as Record<string, unknown>;
        return done({
          booking_data: bookingRow('1', { ...several, due_position: 4, due_start_time: inHours(24) }),
          ical_content_data: null,
        });
      }),
    );
    await user.click(await screen.findByRole('button', { name: 'Review' }));
    const dialog = await screen.findByRole('dialog');
    await user.click(within(dialog).getByRole('combobox', { name: 'Your response' }));
    await user.click(await screen.findByRole('option', { name: 'Client did not come', hidden: true }));
    await user.click(within(dialog).getByRole('button', { name: 'Submit response' }));
    expect(await within(dialog).findByText('The session is marked as missed.')).toBeVisible();
    expect(answer).toMatchObject({ iv_order_id: '1', iv_session_position: 3 });
  });

  it('offers that only once the session has begun', async () => {
    openSchedule('upcoming_schedule', [bookingRow('1', { ...several, due_position: 4, due_start_time: inHours(24) })]);
    await user.click(await screen.findByRole('button', { name: 'Review' }));
    const dialog = await screen.findByRole('dialog');
    await user.click(within(dialog).getByRole('combobox', { name: 'Your response' }));
    expect(await screen.findByRole('option', { name: 'Start session', hidden: true })).toBeInTheDocument();
    expect(screen.queryByRole('option', { name: 'Client did not come', hidden: true })).not.toBeInTheDocument();
  });
});

describe('the address', () => {
  it('opens a booking that is too old to be in the lists', async () => {
    const old = bookingRow('long-ago', { request_status: 'cancelled', name: 'Tariq Reza' });
    server.use(
      http.get('*/api/get_booking_info', () => done({ bookings_list: { order: [], request: [] } })),
      http.get('*/api/get_guest_booking/long-ago', () => done({ booking_data: old })),
    );
    renderAt('/schedule_manager/cancelled_requests?dialog=booking&booking=long-ago', provider);
    expect(await within(await screen.findByRole('dialog')).findByText(/Tariq Reza/)).toBeInTheDocument();
  });
});

describe('a link to a booking', () => {
  const link = '/schedule_manager/pending_requests?dialog=booking&booking=1';

  it.each([
    ['accepted since', { request_status: 'accepted' }, '/schedule_manager/upcoming_schedule', 'Upcoming schedule'],
    ['cancelled since', { request_status: 'cancelled' }, '/schedule_manager/cancelled_requests', 'Cancelled requests'],
    ['pending still', {}, '/schedule_manager/pending_requests', 'Pending requests'],
  ])('leads to the list that holds one %s', async (_since, over, path, title) => {
    server.use(http.get('*/api/get_booking_info', () => done({ bookings_list: { order: [bookingRow('1', over)], request: [] } })));
    const { place } = renderAt(link, provider);
    expect(await within(await screen.findByRole('dialog')).findByText('Ivo Marin')).toBeVisible();
    await waitFor(() => expect(place()).toBe(`${path}?dialog=booking&booking=1`));
    expect(await screen.findByRole('heading', { name: title, hidden: true })).toBeInTheDocument();
  });

  it('finds one that is too old to be in the lists', async () => {
    server.use(
      http.get('*/api/get_booking_info', () => done({ bookings_list: { order: [], request: [] } })),
      http.get('*/api/get_guest_booking/1', () => done({ booking_data: bookingRow('1', { request_status: 'rejected' }) })),
    );
    const { place } = renderAt(link, provider);
    expect(await within(await screen.findByRole('dialog')).findByText('Ivo Marin')).toBeVisible();
    await waitFor(() => expect(place()).toBe('/schedule_manager/rejected_requests?dialog=booking&booking=1'));
  });

  it('says so when there is none, and tries again when the answer did not come', async () => {
    server.use(
      http.get('*/api/get_booking_info', () => done({ bookings_list: { order: [], request: [] } })),
      http.get('*/api/get_guest_booking/1', () => failed(503, 'Temporary server issue')),
    );
    const { place } = renderAt(link, provider);
    const dialog = within(await screen.findByRole('dialog', { name: 'Appointment details' }));
    const retry = await dialog.findByRole('button', { name: 'Try again' });
    server.use(http.get('*/api/get_guest_booking/1', () => failed(404, 'This appointment does not exist.')));
    await user.click(retry);
    expect(await dialog.findByText(/^This appointment cannot be found\./)).toBeVisible();
    await user.click(dialog.getByRole('button', { name: 'Show my appointments' }));
    await waitFor(() => expect(place()).toBe('/schedule_manager/pending_requests'));
  });
});
