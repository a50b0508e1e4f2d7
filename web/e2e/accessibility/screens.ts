import type { Page } from '@playwright/test';
import { panel, pressTime, toDay, toTimes } from '../bookable';
import { changeShownBookings, ownerIdOf } from '../bookings';
import { goInside } from './inside';
import { ledByReminder, reminderScreens } from './reminder-screens';
import type { World } from './world';

/** Who looks at a screen; the names of the people of the world, and a guest. */
export type Viewer = 'guest' | 'unconfirmed' | 'newcomer' | 'client' | 'named' | 'provider' | 'newProvider' | 'staff';

export interface Screen {
  /** What is seen, and in which state where there are several. */
  name: string;
  at: string | ((world: World) => string);
  /** What is pressed at the address to open it, for what no address opens. */
  open?: (page: Page) => Promise<unknown>;
  /** Its words stay as they were when it opened, so it is loaded anew in each language. */
  keepsWords?: boolean;
  /** Rules of axe that do not apply, each for the reason beside it. */
  without?: readonly string[];
}

const press = (role: 'button' | 'tab' | 'menuitem' | 'link' | 'combobox' | 'option', name: string | RegExp) => (page: Page) => page.getByRole(role, { name, exact: typeof name === 'string' }).first().click();
const oneAfterAnother =
  (...steps: ((page: Page) => Promise<unknown>)[]) =>
  async (page: Page) => {
    for (const step of steps) await step(page);
  };

/** After the first booking, where the browser can install the app. */
const offerToInstall = (page: Page) =>
  page.evaluate(() => {
    localStorage.setItem('has_booked', new Date().toISOString());
    window.dispatchEvent(Object.assign(new Event('beforeinstallprompt', { cancelable: true }), { prompt: () => Promise.resolve() }));
  });

/** Fills fields in, by their labels. */
const fill = (fields: Record<string, string>) => async (page: Page) => {
  for (const [label, text] of Object.entries(fields)) await page.getByLabel(label, { exact: true }).last().fill(text);
};

/** Has the server answer a call with this, in place of its own answer. */
const answered =
  (call: string, data: object | null, iv_msg: Record<string, string> = {}) =>
  (page: Page) =>
    page.route(`**/api/${call}`, (route) => route.fulfill({ json: { status: data !== null, message: { main_msg: '', iv_msg }, data } }));

/** Opens the page of the factors of an account that has all of them. */
const withFactors = async (page: Page) => {
  const passkey = { passkey_id: 'one', name: 'Firefox on Linux', created_at: '2026-01-05T10:00:00Z', last_used_at: null };
  await answered('get_second_factors', { required: false, authenticator_app: true, authenticator_app_available: true, passkeys: [passkey], recovery_codes_left: 8 })(page);
  await answered('renew_recovery_codes', { recovery_codes: ['3ab7-kx2m', '9qpd-w4tz'] })(page);
  await goInside(page, '/my_bookmarks');
  await goInside(page, '/security');
};

/** The staff of the tests have a second factor: their password leads to its step. */
const toSecondStep = async (page: Page) => {
  await goInside(page, '/sign_up');
  await goInside(page, '/sign_in');
  await fill({ 'E-mail': 'staff@openhours.test', Password: 'correct horse battery staple' })(page);
  await page.getByRole('main').getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.getByRole('heading', { name: 'One more step' }).waitFor();
};

/** A view of the calendar, which a phone has behind its list by day. */
const toView = (view: string) => async (page: Page) => {
  const month = page.getByRole('radiogroup', { name: 'Calendar of appointments' }).getByText('Month', { exact: true });
  if (await month.isVisible()) await month.click();
  await page.getByRole('tab', { name: view, exact: true }).click();
};

/** Two appointments lie on the time that the saved hours close; one client can't be asked for another time. */
const withBookedTime = async (page: Page) => {
  const sessions = [{ starts_at: '2030-01-08T09:00:00Z', ends_at: '2030-01-08T09:30:00Z' }];
  const order = (order_id: string, name: string) => ({ order_id, name, services: ['Back relief plan'], request_status: 'accepted', sessions });
  await answered('get_orders_outside_hours', { orders: [order('1', 'Ivo Marek'), order('2', 'Ana Lindqvist')], total: 60 })(page);
  await answered('ask_for_other_times', { asked: [], not_asked: [{ order_id: '2', reason: 'Only a pending or accepted appointment can be moved.' }] })(page);
};

const toBlocking = (page: Page) => page.getByRole('dialog').getByText('Block time', { exact: true }).click();

/** The appointment breaks the provider's own rules: each is named, and they are asked to confirm. */
const warnedBooking = async (page: Page) => {
  await answered('create_own_booking', null, { iv_over_rules: 'Confirm that you book over your own rules.', iv_warning_hours: 'This is outside of your open hours.' })(page);
  await page.getByRole('button', { name: 'Book', exact: true }).click();
};

/** The time to block meets an appointment. */
const refusedBlock = async (page: Page) => {
  await answered('block_time', null, { iv_start_time: 'You have an appointment in this time. Move or cancel it first.' })(page);
  await toBlocking(page);
  await page.getByRole('button', { name: 'Block it' }).click();
};

/** From the times of a booking to its summary, where a guest says who they are. */
const toRequest = async (page: Page) => {
  await toDay(page, 2);
  await pressTime(page, 0);
  await panel.next(page, 'Complete booking').click();
};

/** Shows the figures of a provider with whom nobody has booked yet. */
const withoutFigures = async (page: Page) => {
  const days = { from_date: '2026-11-01', to_date: '2026-11-30' };
  const cancelled = { by_provider: 0, by_client: 0, by_system: 0, unknown: 0 };
  const figures = { bookings: 0, completed: 0, minutes: 0, income: [], new_clients: 0, returning_clients: 0, no_shows: 0, cancelled, declined: 0, requests: 0, views: 0 };
  const answer = { timezone: 'UTC', unit: 'day', range: days, former_range: days, figures, former_figures: figures, series: [], former_series: [], services: [], hours: [], missing: [] };
  await answered('get_figures*', answer)(page);
  await goInside(page, '/my_bookmarks');
  await goInside(page, '/figures');
};

/** Shows the list of a provider with whom nobody has booked yet. */
const withoutClients = async (page: Page) => {
  await answered('get_clients*', { clients: [], tags: [], next_cursor: null })(page);
  await goInside(page, '/my_bookmarks');
  await goInside(page, '/clients');
};

/** Chooses a file of clients whose rows are new, known and refused. */
const withPreviewedClients = async (page: Page) => {
  const row = { name: 'Ivo Marek', email: 'ivo@example.com', phone: '', client_id: '', client_name: '', field: '', reason: '' };
  const rows = [
    { ...row, line: 2, outcome: 'new' },
    { ...row, line: 3, outcome: 'joined', name: 'Ana', phone: '4930123456', client_name: 'Ana Lindqvist' },
    { ...row, line: 4, outcome: 'refused', name: '', field: 'name', reason: 'This Field cannot be empty' },
  ];
  await answered('preview_client_import', { new: 1, joined: 1, unchanged: 0, refused: 1, preview: 'one', rows })(page);
  await answered('import_clients', { new: 1, joined: 1, unchanged: 0, refused: 1 })(page);
  await page.locator('input[type="file"]').setInputFiles({ name: 'clients.csv', mimeType: 'text/csv', buffer: Buffer.from('name\nIvo\n') });
  await page.getByRole('list').getByText('Ana Lindqvist').waitFor();
};

/** Chooses a file that cannot be read as one of clients. */
const withRefusedFile = async (page: Page) => {
  await answered('preview_client_import', null, { iv_media_base: 'The first row must name the columns: name, e-mail and phone.' })(page);
  await page.locator('input[type="file"]').setInputFiles({ name: 'clients.csv', mimeType: 'text/csv', buffer: Buffer.from('a,b\n') });
  await page.getByText('The first row must name the columns').waitFor();
};

/** Shows the page of a client with files, one of which is to be removed. */
const removingAFile = async (page: Page) => {
  const file = { file_id: '1', client_id: '1', name: 'Letter.pdf', kind: 'pdf', size: 20480, created_at: '2026-01-05T10:00:00Z', path: '/api/get_client_file/1' };
  await answered('get_client_files/*', { files: [file, { ...file, file_id: '2', name: 'Knee.jpg', kind: 'picture' }], most_files: 20 })(page);
  const at = new URL(page.url());
  await goInside(page, '/my_bookmarks');
  await page.reload();
  await goInside(page, `${at.pathname}${at.search}`);
  await page.getByRole('listitem').filter({ hasText: 'Letter.pdf' }).getByRole('button').last().click();
};

/** Chooses an entry of a list. */
const choose = (label: string, entry: string) => async (page: Page) => {
  await page.getByRole('combobox', { name: label }).click();
  await page.getByRole('option', { name: entry, exact: true }).click();
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
async function cancelling(page: Page, late: 'allowed' | 'refused'): Promise<void> {
  await shownAs(page, { cancellation_terms: JSON.stringify([{ free_hours: 720, late, words: 'Half of the price is due.' }]) });
  await choose('Your response', 'Cancel appointment')(page);
}

/** A client is said not to have come, and is about to contest it. */
async function contesting(page: Page): Promise<void> {
  const said = { position: 1, absent: 'client', note: 'I waited.', reported_at: '2026-01-05T10:00:00Z', contest_until: '2099-01-01T10:00:00Z', contested_at: '', contest: '' };
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
const toVisit = async (page: Page) => {
  const at = new URL(page.url());
  await page.route('**/api/get_account_provider_services*', async (route) => {
    const answer = (await (await route.fetch()).json()) as { data: { account_services: object[] } };
    const changed = answer.data.account_services.map((service) => ({ ...service, at_client: true, delivery_mode: 'in-person', questions: JSON.stringify(asked) }));
    await route.fulfill({ json: { ...answer, data: { ...answer.data, account_services: changed } } });
  });
  await goInside(page, '/privacy_policy');
  await page.reload();
  await goInside(page, at.pathname);
  await toTimes(page, [/Back relief plan/], 'In person');
  await toRequest(page);
  await press('button', 'Continue as guest')(page);
};

/** Shows the booking of the dialog as a visit whose client has answered questions. */
async function visited(page: Page): Promise<void> {
  const service = { service_id: 's', service: 'Home visit' };
  const file = { file_id: 'f', width: 600, height: 400, size: 9000 };
  const answers = asked.map((question) => ({ ...question, ...service, answer: question.kind === 'short' ? 'Knee' : '', file: question.kind === 'file' ? file : null }));
  await answered('get_order_answers/*', { answers })(page);
  await shownAs(page, { has_answers: true, at_client: true, delivery_mode: 'in-person', delivery_location: 'Torstraße 12, 10119 Berlin', place_note: 'Third floor' });
  await page.getByText('Knee').waitFor();
}

/** From a booking to the page of its client. */
const ofClient = (page: Page) => page.getByRole('textbox', { name: 'Private note' }).waitFor();

const providerPage = ({ provider }: World) => `/p/${provider.username}`;

const publicScreens: Screen[] = [
  { name: 'home', at: '/home' },
  { name: 'home on phones', at: '/mobile_home' },
  { name: 'feed', at: '/feed' },
  { name: 'feed of a tag, empty', at: '/feed?tag=nobodywritesthis' },
  { name: 'menu of a guest on phones', at: '/feed', open: press('button', 'Menu') },
  { name: 'post', at: ({ post }) => `/post/${post}` },
  { name: 'post that is gone', at: '/post/no-such-post' },
  { name: 'post in full', at: ({ post }) => `/feed?autoView=true&autoActivePost=${post}` },
  { name: 'comments of a post', at: ({ post }) => `/feed?autoView=post_comment&autoActivePost=${post}` },
  { name: 'sharing a post', at: ({ post }) => `/feed?dialog=share_post&post=${post}` },
  { name: 'privacy policy', at: '/privacy_policy' },
  { name: 'user request of a guest', at: '/user_request' },
  { name: 'user request of a guest, refused', at: '/user_request', open: press('button', 'Send') },
  { name: 'unknown address', at: '/no/such/page' },
];

const searchScreens: Screen[] = [
  { name: 'search', at: '/search' },
  { name: 'search that finds nobody', at: '/search?q=qqqq%20xyzzy' },
  { name: 'search narrowed', at: '/search?q=nadia&category=wellness&cost_most=90' },
  ...['Industry', 'Available on', 'Price'].map((filter) => ({ name: `search filter ${filter}`, at: '/search', open: press('button', filter) })),
  { name: 'provider', at: providerPage },
  ...['Reviews', 'Posts', 'Info'].map((tab) => ({ name: `provider: ${tab}`, at: providerPage, open: press('tab', tab) })),
  { name: 'provider who offers nothing yet', at: ({ named }) => `/p/${named.username}` },
  { name: 'provider whom nobody knows', at: '/p/nobody_of_this_name' },
  { name: 'booking: times', at: providerPage, open: (page) => toTimes(page, [/Back relief plan/], 'Remote') },
  { name: 'booking: request', at: providerPage, open: toRequest },
  { name: 'booking: a visit and its questions, refused', at: providerPage, open: toVisit },
  { name: 'sharing a provider', at: (world) => `${providerPage(world)}?dialog=share` },
  { name: 'booking over the feed', at: ({ provider }) => `/feed?dialog=book&provider=${ownerIdOf(provider)}` },
];

const sessionScreens: Screen[] = [
  { name: 'sign in', at: '/sign_in' },
  { name: 'sign in, refused', at: '/sign_in', open: (page) => page.getByRole('main').getByRole('button', { name: 'Sign in' }).click() },
  { name: 'second step of signing in', at: '/sign_in', open: toSecondStep },
  { name: 'second step of signing in, refused', at: '/sign_in', open: oneAfterAnother(toSecondStep, press('button', 'Sign in')) },
  { name: 'sign up', at: '/sign_up' },
  { name: 'forgotten password', at: '/forgot_password' },
  { name: 'new password', at: '/reset_password/a-token' },
  { name: 'confirmation of a mail address', at: '/confirm_mail_change/a-token' },
  { name: 'confirmation that fails', at: '/confirm_account/a-token', keepsWords: true },
  { name: 'unsubscribe', at: '/unsubscribe?token=a-token.appointments' },
  { name: 'order of a guest', at: ({ guestOrder }) => guestOrder },
  { name: 'ending the link of a guest', at: ({ guestOrder }) => guestOrder, open: press('button', 'End this link') },
  { name: 'data of a guest', at: ({ guestOrder }) => `${guestOrder}&data=a-key` },
  { name: 'erasing the data of a guest', at: ({ guestOrder }) => `${guestOrder}&data=a-key`, open: press('button', 'Erase my data') },
  { name: 'order of a guest whose link is worn out', at: '/guest_client/schedule_manager/pending_requests/no-such-order' },
];

const emptyScreens: Screen[] = [
  { name: 'alerts, none', at: '/alerts' },
  { name: 'messages, none', at: '/message' },
  { name: 'bookmarks, none', at: '/my_bookmarks' },
  { name: 'circle, empty', at: '/my_circle' },
  { name: 'trusted brands, none', at: '/my_trusted_brands' },
  { name: 'blocked accounts, none', at: '/blocked_accounts' },
  { name: 'schedule, empty', at: '/schedule_manager/pending_requests' },
  { name: 'calendar, empty', at: '/schedule_manager/upcoming_schedule?tab=calendar' },
  { name: 'services of a client', at: '/my_services' },
  { name: 'posts of a client', at: '/my_posts' },
  { name: 'ratings, none', at: '/my_ratings' },
  { name: 'create post, for clients', at: '/feed?dialog=create_post' },
];

const typeCode = press('button', 'Type the code');
const wrongCode = oneAfterAnother(typeCode, fill({ 'Code of six digits': '000000' }), press('button', 'Confirm'));

const unconfirmedScreens: Screen[] = [
  { name: 'notice of an address that is not confirmed', at: '/my_bookmarks' },
  { name: 'code of the mail address', at: '/my_bookmarks', open: typeCode },
  { name: 'code of the mail address, wrong', at: '/my_bookmarks', open: wrongCode, keepsWords: true },
  { name: 'setting up an authenticator app', at: '/security', open: press('button', 'Set up') },
];

const newcomerScreens: Screen[] = [
  { name: 'username', at: '/onboard_username' },
  { name: 'starter preferences', at: '/starter_preferences' },
  { name: 'change of the password', at: '/change_password' },
  { name: 'change of the password, refused', at: '/change_password', open: (page) => page.getByRole('main').getByRole('button').last().click() },
  { name: 'deletion of the account', at: '/delete_account' },
  { name: 'profile', at: '/my_profile' },
  { name: 'basic information', at: '/account_basic_info' },
];

const clientScreens: Screen[] = [
  { name: 'alerts', at: '/alerts' },
  { name: 'messages', at: '/message' },
  { name: 'conversation', at: ({ conversation }) => `/message?conversation=${conversation}` },
  { name: 'options of a message', at: ({ conversation }) => `/message?conversation=${conversation}`, open: press('button', 'Options for this message') },
  { name: 'bookmarks', at: '/my_bookmarks' },
  { name: 'circle', at: '/my_circle' },
  { name: 'managing one of the circle', at: ({ provider }) => `/my_circle?dialog=manage_circle&provider=${ownerIdOf(provider)}` },
  { name: 'leaving the circle', at: providerPage, open: press('button', 'Remove from circle') },
  { name: 'options for a provider', at: providerPage, open: press('button', /^Options for/) },
  { name: 'reporting a provider', at: providerPage, open: oneAfterAnother(press('button', /^Options for/), press('menuitem', 'Report')) },
  { name: 'blocked accounts', at: '/blocked_accounts' },
  { name: 'devices and logins', at: '/devices_and_logins' },
  { name: 'second factor', at: '/security' },
  { name: 'second factor, all set up', at: '/security', open: withFactors },
  { name: 'removing a factor', at: '/security', open: oneAfterAnother(withFactors, press('button', /^Remove: /)) },
  { name: 'recovery codes', at: '/security', open: oneAfterAnother(withFactors, press('button', 'New codes')) },
  { name: 'change of the mail address', at: '/change_mail_address' },
  {
    name: 'showing who one is',
    at: '/change_mail_address',
    open: oneAfterAnother(answered('request_mail_change', null, { iv_step_up: 'Please confirm that it is you.' }), fill({ 'New address': 'ivo@example.net' }), press('button', 'Send the links')),
  },
  { name: 'reposting', at: ({ post }) => `/feed?autoView=post_repost&autoActivePost=${post}` },
  { name: 'comments', at: ({ post }) => `/feed?autoView=post_comment&autoActivePost=${post}` },
  { name: 'reporting a post', at: ({ post }) => `/feed?dialog=report_post&post=${post}` },
  { name: 'reporting a post: concerns', at: ({ post }) => `/feed?dialog=report_post&post=${post}`, open: press('button', 'Continue') },
];

const ownScreens: Screen[] = [
  { name: 'settings of a client', at: '/my_settings' },
  { name: 'user request', at: '/user_request' },
  { name: 'appointments of a client', at: '/schedule_manager/pending_requests' },
  { name: 'appointment of a client', at: ({ accepted }) => `/schedule_manager/upcoming_schedule?dialog=booking&booking=${accepted}` },
  { name: 'proposing another time', at: ({ accepted }) => `/schedule_manager/upcoming_schedule?dialog=booking&booking=${accepted}`, open: press('button', 'Propose another time') },
  ledByReminder,
  { name: 'cancelling late', at: ({ accepted }) => `/schedule_manager/upcoming_schedule?dialog=booking&booking=${accepted}`, open: (page) => cancelling(page, 'allowed') },
  { name: 'cancelling, refused', at: ({ accepted }) => `/schedule_manager/upcoming_schedule?dialog=booking&booking=${accepted}`, open: (page) => cancelling(page, 'refused') },
  { name: 'contesting a no-show', at: ({ accepted }) => `/schedule_manager/upcoming_schedule?dialog=booking&booking=${accepted}`, open: contesting },
  { name: 'a visit and its answers', at: ({ accepted }) => `/schedule_manager/upcoming_schedule?dialog=booking&booking=${accepted}`, open: visited },
  {
    name: 'another address for a visit',
    at: ({ accepted }) => `/schedule_manager/upcoming_schedule?dialog=booking&booking=${accepted}`,
    open: oneAfterAnother(visited, press('button', 'Change place or link')),
  },
  { name: 'picture', at: '/my_settings?dialog=avatar' },
  { name: 'offer to install', at: '/my_bookmarks', open: offerToInstall },
  { name: 'menu on phones', at: '/my_settings', open: press('button', /^Menu(, |$)/) },
  { name: 'schedule menu on phones', at: '/my_settings', open: press('button', 'Calendar') },
  { name: 'alerts without a connection', at: '/alerts', open: (page) => page.context().setOffline(true) },
];

const pageScreens: Screen[] = [
  { name: 'own page', at: '/my_account' },
  { name: 'own page as others see it', at: providerPage },
  ...['profile', 'skills', 'perks'].map((dialog) => ({ name: `editing ${dialog}`, at: `/my_account?dialog=${dialog}` })),
  { name: 'sharing the own page', at: '/my_account?dialog=share_page' },
  { name: 'brand name', at: '/my_account?dialog=username' },
];

const figureScreens: Screen[] = [
  { name: 'clients', at: '/clients' },
  { name: 'clients, none found', at: '/clients?q=qqqqxyzzy' },
  { name: 'clients, none', at: '/clients', open: withoutClients },
  { name: 'client', at: ({ accepted }) => `/clients/order/${accepted}`, open: ofClient },
  { name: 'client who is a guest', at: ({ ofGuest }) => `/clients/order/${ofGuest}`, open: ofClient },
  { name: 'client of nobody', at: '/clients/nobody' },
  { name: 'removing a file of a client', at: ({ accepted }) => `/clients/order/${accepted}`, open: oneAfterAnother(ofClient, removingAFile) },
  { name: 'import of clients', at: '/clients/import' },
  { name: 'import of clients, previewed', at: '/clients/import', open: withPreviewedClients },
  { name: 'import of clients, file refused', at: '/clients/import', open: withRefusedFile, keepsWords: true },
  { name: 'import of clients, done', at: '/clients/import', open: oneAfterAnother(withPreviewedClients, press('button', 'Import')) },
  { name: 'figures', at: '/figures?range=quarter' },
  { name: 'figures of own dates', at: '/figures?range=own&from=2026-02-01&to=2026-01-01' },
  ...reminderScreens,
  { name: 'figures, none', at: '/figures', open: withoutFigures },
];

const serviceScreens: Screen[] = [
  { name: 'services', at: '/my_services' },
  { name: 'menu of a service', at: '/my_services', open: press('button', /^Actions for/) },
  { name: 'new service', at: '/my_services?dialog=service_create' },
  { name: 'booking rules of a new service', at: '/my_services?dialog=service_create', open: press('button', 'Booking rules') },
  { name: 'terms for cancelling a new service', at: '/my_services?dialog=service_create', open: oneAfterAnother(press('button', 'Booking rules'), choose('Cancelling is free until', '24 hours before')) },
  {
    name: 'a visit with a question, refused',
    at: '/my_services?dialog=service_create',
    open: oneAfterAnother((page) => page.getByRole('switch', { name: 'At the client’s address' }).click(), press('button', 'Add a question'), choose('Answered by', 'One of several options'), press('button', 'Save service')),
  },
  { name: 'new service, refused', at: '/my_services?dialog=service_create', open: press('button', 'Save service') },
  ...['update', 'archive', 'delete'].map((action) => ({ name: `service: ${action}`, at: ({ service }: World) => `/my_services?dialog=service_${action}&service=${service}` })),
  { name: 'requests', at: '/schedule_manager/pending_requests' },
  { name: 'request', at: ({ pending }) => `/schedule_manager/pending_requests?dialog=booking&booking=${pending}` },
  { name: 'request, refused', at: ({ pending }) => `/schedule_manager/pending_requests?dialog=booking&booking=${pending}`, open: press('button', 'Submit response') },
  { name: 'request of a guest', at: ({ ofGuest }) => `/schedule_manager/pending_requests?dialog=booking&booking=${ofGuest}` },
];

const composingScreens: Screen[] = [
  { name: 'own posts', at: '/my_posts' },
  { name: 'drafts', at: '/my_posts?status=draft' },
  { name: 'managing a post', at: ({ post }) => `/my_posts?dialog=manage_post&post=${post}` },
  { name: 'editing a post', at: ({ draft }) => `/my_posts?dialog=edit_post&post=${draft}` },
  { name: 'writing a post', at: '/feed?dialog=create_post' },
  { name: 'writing a post, refused', at: '/feed?dialog=create_post', open: press('button', 'Next') },
  { name: 'pictures of a post', at: '/feed?dialog=create_post&edit=pictures' },
  { name: 'settings of a provider', at: '/my_settings' },
  { name: 'finance settings', at: '/appointment_finance_settings' },
  { name: 'alerts of a provider', at: '/alerts' },
];

const scheduleScreens: Screen[] = [
  { name: 'upcoming schedule', at: '/schedule_manager/upcoming_schedule' },
  { name: 'day of a provider', at: '/schedule_manager/today' },
  { name: 'entering an appointment', at: '/schedule_manager/today?dialog=enter' },
  { name: 'entering an appointment, over the own rules', at: '/schedule_manager/today?dialog=enter', open: warnedBooking },
  { name: 'blocking time', at: '/schedule_manager/today?dialog=enter', open: toBlocking },
  { name: 'blocking time, refused', at: '/schedule_manager/today?dialog=enter', open: refusedBlock },
  { name: 'moving an appointment', at: ({ accepted }) => `/schedule_manager/today?dialog=move&at=${accepted}` },
  { name: 'moving an appointment that is gone', at: '/schedule_manager/today?dialog=move&at=gone' },
  { name: 'blocked time that is gone', at: '/schedule_manager/today?dialog=blocked_time&at=gone' },
  { name: 'a day that is over', at: '/schedule_manager/today?day=2026-01-05' },
  { name: 'booking over the day', at: ({ accepted }) => `/schedule_manager/today?dialog=booking&booking=${accepted}` },
  { name: 'calendar: list by day on phones', at: '/schedule_manager/upcoming_schedule?tab=calendar' },
  ...['Month', 'Week', 'Day', 'List'].map((view) => ({
    name: `calendar: ${view}`,
    at: '/schedule_manager/upcoming_schedule?tab=calendar',
    open: toView(view),
    // A week on a phone leaves two sessions at the same time 22 px each; the list beside it has them in rows (2.5.8, equivalent).
    without: view === 'Week' ? ['target-size'] : [],
  })),
  ...['ongoing_appointments', 'overdue_appointments', 'pending_review', 'completed_requests', 'cancelled_requests', 'rejected_requests'].map((list) => ({ name: list, at: `/schedule_manager/${list}` })),
  { name: 'business hours', at: '/appointment_booking_settings' },
  { name: 'business hours under their other address', at: '/schedule_manager/appointment_booking_settings' },
  { name: 'a pause, asked for', at: '/appointment_booking_settings', open: (page) => page.getByRole('switch', { name: 'I am away' }).click() },
  { name: 'a new place', at: '/appointment_booking_settings', open: press('button', 'Add a place') },
  { name: 'an area without its middle', at: '/appointment_booking_settings', open: oneAfterAnother(fill({ 'Radius in km': '20' }), press('button', 'Save the area')), keepsWords: true },
  { name: 'a meeting server for remote sessions', at: '/appointment_booking_settings', open: oneAfterAnother(press('combobox', 'How they get their link'), press('option', 'A room of its own for each appointment')) },
  { name: 'another place for an appointment', at: ({ accepted }) => `/schedule_manager/upcoming_schedule?dialog=booking&booking=${accepted}`, open: press('button', 'Change place or link') },
  { name: 'copying hours', at: '/appointment_booking_settings', open: press('button', /^Copy to other days/) },
  { name: 'a special day', at: '/appointment_booking_settings', open: press('button', 'Add days') },
  { name: 'booked time that closes', at: '/appointment_booking_settings', open: oneAfterAnother(withBookedTime, press('button', 'Save business hours')) },
  { name: 'clients who could not be asked', at: '/appointment_booking_settings', open: oneAfterAnother(withBookedTime, press('button', 'Save business hours'), press('button', /^Save and ask/)) },
];

const staffScreens: Screen[] = [
  { name: 'reports', at: '/staff/reports' },
  { name: 'reason to look at a report', at: ({ report }) => `/staff/reports/${report}` },
  { name: 'report', at: ({ report }) => `/staff/reports/${report}?reason=report` },
  { name: 'requests', at: '/staff/requests' },
  { name: 'request', at: ({ userRequest }) => `/staff/requests/${userRequest}` },
  { name: 'accounts', at: '/staff/accounts' },
  { name: 'reason to look at an account', at: ({ provider }) => `/staff/accounts/${ownerIdOf(provider)}` },
  { name: 'account', at: ({ provider }) => `/staff/accounts/${ownerIdOf(provider)}?reason=check` },
  { name: 'verification', at: ({ provider }) => `/staff/accounts/${ownerIdOf(provider)}?reason=check&dialog=verification`, keepsWords: true },
  { name: 'log', at: '/staff/log' },
  { name: 'mails', at: '/staff/mails' },
];

export interface Part {
  name: string;
  viewer: Viewer;
  screens: readonly Screen[];
}

/** Every screen, dialog, sheet and menu, with their states. Those of one part are walked one after another on one page. */
export const parts: readonly Part[] = [
  { name: 'public pages', viewer: 'guest', screens: publicScreens },
  { name: 'search and providers', viewer: 'guest', screens: searchScreens },
  { name: 'what a client sees of others', viewer: 'client', screens: clientScreens },
  { name: 'own pages of a client', viewer: 'client', screens: ownScreens },
  { name: 'page of a provider', viewer: 'provider', screens: pageScreens },
  { name: 'clients and figures of a provider', viewer: 'provider', screens: figureScreens },
  { name: 'services and requests of a provider', viewer: 'provider', screens: serviceScreens },
  { name: 'posts and settings of a provider', viewer: 'provider', screens: composingScreens },
  { name: 'schedule of a provider', viewer: 'provider', screens: scheduleScreens },
  { name: 'empty pages', viewer: 'newcomer', screens: emptyScreens },
  { name: 'address that is not confirmed', viewer: 'unconfirmed', screens: unconfirmedScreens },
  { name: 'first steps of an account', viewer: 'newcomer', screens: newcomerScreens },
  { name: 'signing in, and links of mails', viewer: 'guest', screens: sessionScreens },
  { name: 'staff console', viewer: 'staff', screens: staffScreens },
  { name: 'second step of onboarding', viewer: 'named', screens: [{ name: 'onboarding', at: '/onboard_service_provider' }] },
];

/** The screens that ask the server for what they show, for the states of loading and of failing. */
export const asking: readonly Part[] = [
  {
    name: 'public pages',
    viewer: 'guest',
    screens: ['/home', '/feed', '/search', '/post/a-post', '/p/somebody', '/feed?autoView=true&autoActivePost=a-post', '/feed?dialog=book&provider=somebody'].map((at) => ({ name: at, at })),
  },
  {
    name: 'pages of a client',
    viewer: 'client',
    screens: ['/alerts', '/message', '/message?conversation=one', '/my_bookmarks', '/my_circle', '/my_trusted_brands', '/blocked_accounts', '/devices_and_logins', '/security', '/change_mail_address', '/my_settings', '/user_request', '/schedule_manager/pending_requests'].map((at) => ({ name: at, at })),
  },
  {
    name: 'pages of a provider',
    viewer: 'provider',
    screens: ['/my_account', '/my_services', '/my_posts', '/my_ratings', '/clients', '/clients/one', '/figures', '/reminders', '/appointment_booking_settings', '/appointment_finance_settings', '/schedule_manager/today', '/schedule_manager/upcoming_schedule?tab=calendar', '/feed?dialog=edit_post&post=one'].map((at) => ({ name: at, at })),
  },
  { name: 'staff console', viewer: 'staff', screens: ['/staff/reports', '/staff/reports/one?reason=report', '/staff/requests', '/staff/accounts', '/staff/accounts/one?reason=check', '/staff/log', '/staff/mails'].map((at) => ({ name: at, at })) },
];
