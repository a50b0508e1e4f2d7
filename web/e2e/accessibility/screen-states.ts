import type { Page } from '@playwright/test';
import { panel, pressTime, toDay, toTimes } from '../bookable';
import { changeShownBookings } from '../bookings';
import { goInside } from './inside';
import { answered, choose, fill, press } from './opening-steps';

/** After the first booking, where the browser can install the app. */
export const offerToInstall = (page: Page) =>
  page.evaluate(() => {
    localStorage.setItem('has_booked', new Date().toISOString());
    window.dispatchEvent(Object.assign(new Event('beforeinstallprompt', { cancelable: true }), { prompt: () => Promise.resolve() }));
  });

/** Opens the page of the factors of an account that has all of them. */
export const withFactors = async (page: Page) => {
  const passkey = { passkey_id: 'one', name: 'Firefox on Linux', created_at: '2026-01-05T10:00:00Z', last_used_at: null };
  await answered('get_second_factors', {
    required: false,
    authenticator_app: true,
    authenticator_app_available: true,
    passkeys: [passkey],
    recovery_codes_left: 8,
  })(page);
  await answered('renew_recovery_codes', { recovery_codes: ['3ab7-kx2m', '9qpd-w4tz'] })(page);
  await goInside(page, '/my_bookmarks');
  await goInside(page, '/security');
};

/** The staff of the tests have a second factor: their password leads to its step. */
export const toSecondStep = async (page: Page) => {
  const ofSignUp = page.getByLabel('Full name');
  await goInside(page, '/sign_up');
  await ofSignUp.waitFor();
  await goInside(page, '/sign_in');
  // The page that goes still has a field for the address.
  await ofSignUp.waitFor({ state: 'detached' });
  await fill({ 'E-mail': 'staff@openhours.test', Password: 'correct horse battery staple' })(page);
  await page.getByRole('main').getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.getByRole('heading', { name: 'One more step' }).waitFor();
};

/** A view of the calendar, which a phone chooses beside its list by day. */
export const toView = (view: string) => async (page: Page) => {
  const onPhone = page.getByRole('radiogroup', { name: 'Calendar of appointments' }).getByText(view, { exact: true });
  await onPhone
    .or(page.getByRole('tab', { name: view, exact: true }))
    .first()
    .click();
};

/** Two appointments lie on the time that the saved hours close; one client can't be asked for another time. */
export const withBookedTime = async (page: Page) => {
  const sessions = [{ starts_at: '2030-01-08T09:00:00Z', ends_at: '2030-01-08T09:30:00Z' }];
  const order = (order_id: string, name: string) => ({
    order_id,
    name,
    services: ['Back relief plan'],
    request_status: 'accepted',
    sessions,
  });
  await answered('get_orders_outside_hours', { orders: [order('1', 'Ivo Marek'), order('2', 'Ana Lindqvist')], total: 60 })(page);
  await answered('ask_for_other_times', {
    asked: [],
    not_asked: [{ order_id: '2', reason: 'Only a pending or accepted appointment can be moved.' }],
  })(page);
};

export const toBlocking = (page: Page) => page.getByRole('dialog').getByText('Block time', { exact: true }).click();

/** The appointment breaks the provider's own rules: each is named, and they are asked to confirm. */
export const warnedBooking = async (page: Page) => {
  await answered('create_own_booking', null, {
    iv_over_rules: 'Confirm that you book over your own rules.',
    iv_warning_hours: 'This is outside of your open hours.',
  })(page);
  await page.getByRole('button', { name: 'Book', exact: true }).click();
};

/** The time to block meets an appointment. */
export const refusedBlock = async (page: Page) => {
  await answered('block_time', null, { iv_start_time: 'You have an appointment in this time. Move or cancel it first.' })(page);
  await toBlocking(page);
  await page.getByRole('button', { name: 'Block it' }).click();
};

/** From the times of a booking to its summary, where a guest says who they are. */
export const toRequest = async (page: Page) => {
  await toDay(page, 2);
  await pressTime(page, 0);
  await panel.next(page, 'Complete booking').click();
};

/** Shows the figures of a provider with whom nobody has booked yet. */
export const withoutFigures = async (page: Page) => {
  const days = { from_date: '2026-11-01', to_date: '2026-11-30' };
  const cancelled = { by_provider: 0, by_client: 0, by_system: 0, unknown: 0 };
  const figures = {
    bookings: 0,
    completed: 0,
    minutes: 0,
    income: [],
    new_clients: 0,
    returning_clients: 0,
    no_shows: 0,
    cancelled,
    declined: 0,
    requests: 0,
    views: 0,
  };
  const answer = {
    timezone: 'UTC',
    unit: 'day',
    range: days,
    former_range: days,
    figures,
    former_figures: figures,
    series: [],
    former_series: [],
    services: [],
    hours: [],
    missing: [],
  };
  await answered('get_figures*', answer)(page);
  await goInside(page, '/my_bookmarks');
  await goInside(page, '/figures');
};

/** Shows the list of a provider with whom nobody has booked yet. */
export const withoutClients = async (page: Page) => {
  await answered('get_clients*', { clients: [], tags: [], next_cursor: null })(page);
  await goInside(page, '/my_bookmarks');
  await goInside(page, '/clients');
};

/** Chooses a file of clients whose rows are new, known and refused. */
export const withPreviewedClients = async (page: Page) => {
  const row = { name: 'Ivo Marek', email: 'ivo@example.com', phone: '', client_id: '', client_name: '', field: '', reason: '' };
  const rows = [
    { ...row, line: 2, outcome: 'new' },
    { ...row, line: 3, outcome: 'joined', name: 'Ana', phone: '4930123456', client_name: 'Ana Lindqvist' },
    { ...row, line: 4, outcome: 'refused', name: '', field: 'name', reason: 'This Field cannot be empty' },
  ];
  const columns = [
    { name: 'name', used_for: 'name', example: 'Ivo' },
    { name: 'Birthday', used_for: 'unused', example: '1990-05-01' },
  ];
  await answered('preview_client_import', { new: 1, joined: 1, unchanged: 0, refused: 1, preview: 'one', columns, rows })(page);
  await answered('import_clients', { new: 1, joined: 1, unchanged: 0, refused: 1 })(page);
  await page.locator('input[type="file"]').setInputFiles({ name: 'clients.csv', mimeType: 'text/csv', buffer: Buffer.from('name\nIvo\n') });
  await page.getByRole('list').getByText('Ana Lindqvist').waitFor();
};

/** Chooses a file that cannot be read as one of clients. */
export const withRefusedFile = async (page: Page) => {
  await answered('preview_client_import', null, { iv_media_base: 'The first row must name the columns: name, e-mail and phone.' })(page);
  await page.locator('input[type="file"]').setInputFiles({ name: 'clients.csv', mimeType: 'text/csv', buffer: Buffer.from('a,b\n') });
  await page.getByText('The first row must name the columns').waitFor();
};

/** Shows the page of a client with files, one of which is to be removed. */
export const removingAFile = async (page: Page) => {
  const file = {
    file_id: '1',
    client_id: '1',
    name: 'Letter.pdf',
    kind: 'pdf',
    size: 20480,
    created_at: '2026-01-05T10:00:00Z',
    path: '/api/get_client_file/1',
  };
  await answered('get_client_files/*', { files: [file, { ...file, file_id: '2', name: 'Knee.jpg', kind: 'picture' }], most_files: 20 })(
    page,
  );
  const at = new URL(page.url());
  await goInside(page, '/my_bookmarks');
  await page.reload();
  await goInside(page, `${at.pathname}${at.search}`);
  await page.getByRole('listitem').filter({ hasText: 'Letter.pdf' }).getByRole('button').last().click();
};

/** Shows the booking of the dialog in another way: reads it anew with these fields. */
async function shownAs(page: Page, over: object): Promise<void> {
  const at = new URL(page.url());
  await changeShownBookings(page, (row) => ({ ...row, ...over }));
  await goInside(page, '/my_bookmarks');
  await page.reload();
  await goInside(page, `${at.pathname}${at.search}`);
}

/** A client is about to cancel a booking whose terms make that late, or refuse it. */
export async function cancelling(page: Page, late: 'allowed' | 'refused'): Promise<void> {
  await shownAs(page, { cancellation_terms: JSON.stringify([{ free_hours: 720, late, words: 'Half of the price is due.' }]) });
  await choose('Your response', 'Cancel appointment')(page);
}

/** A client is said not to have come, and is about to contest it. */
export async function contesting(page: Page): Promise<void> {
  const said = {
    position: 1,
    absent: 'client',
    note: 'I waited.',
    reported_at: '2026-01-05T10:00:00Z',
    contest_until: '2099-01-01T10:00:00Z',
    contested_at: '',
    contest: '',
  };
  await shownAs(page, { request_status: 'completed', no_show: 'client', no_shows: JSON.stringify([said]) });
  await press('button', 'Contest it')(page);
}

const asked = [
  { question_id: 'injury', kind: 'short', text: 'Which injury?', required: true, options: [] },
  { question_id: 'history', kind: 'long', text: 'What happened?', required: false, options: [] },
  { question_id: 'side', kind: 'choice', text: 'Which side?', required: true, options: ['Left', 'Right'] },
  { question_id: 'letter', kind: 'file', text: 'A letter of your doctor', required: false, options: [] },
];

/** To the summary of a visit at a client's whose services ask questions; the answers are missing, and it is sent. */
export const toVisit = async (page: Page) => {
  const at = new URL(page.url());
  await page.route('**/api/get_account_provider_services*', async (route) => {
    const answer = (await (await route.fetch()).json()) as { data: { account_services: object[] } };
    const changed = answer.data.account_services.map((service) => ({
      ...service,
      at_client: true,
      delivery_mode: 'in-person',
      questions: JSON.stringify(asked),
    }));
    await route.fulfill({ json: { ...answer, data: { ...answer.data, account_services: changed } } });
  });
  await goInside(page, '/privacy_policy');
  // The booking that was begun before would be gone on with.
  await page.evaluate(() => sessionStorage.clear());
  await page.reload();
  await goInside(page, at.pathname);
  await toTimes(page, [/Back relief plan/], 'In person');
  await toRequest(page);
  await press('button', 'Continue as guest')(page);
};

/** Shows the booking of the dialog as a visit whose client has answered questions. */
export async function visited(page: Page): Promise<void> {
  const service = { service_id: 's', service: 'Home visit' };
  const file = { file_id: 'f', kind: 'picture', width: 600, height: 400, size: 9000 };
  const answers = asked.map((question) => ({
    ...question,
    ...service,
    answer: question.kind === 'short' ? 'Knee' : '',
    file: question.kind === 'file' ? file : null,
  }));
  const referral = { question_id: 'referral', kind: 'file', text: 'Your referral', required: false, options: [], ...service, answer: '' };
  answers.push({ ...referral, file: { file_id: 'g', kind: 'pdf', width: 0, height: 0, size: 20_480 } });
  await answered('get_order_answers/*', { answers })(page);
  await shownAs(page, {
    has_answers: true,
    at_client: true,
    delivery_mode: 'in-person',
    delivery_location: 'Torstraße 12, 10119 Berlin',
    place_note: 'Third floor',
  });
  await page.getByText('Knee').waitFor();
}

/** From a booking to the page of its client. */
export const ofClient = (page: Page) => page.getByRole('textbox', { name: 'Private note' }).waitFor();
