import { expect, sharedContexts, test, type APIRequestContext, type Browser, type Page } from './fixtures';
import { capture, sizeNames, sizes } from './screenshots';
import { actAs, seedNamedAccount, seedAccount, seedProvider, staffMember, type SeededPerson } from './seeded-people';

type Role = 'guest' | 'client' | 'named' | 'provider' | 'staff';

/** Every screen of the route table with a person who may see it. `{username}` is the provider's. */
const screens: readonly [Role, string, string][] = [
  ['guest', 'home', '/home'],
  ['guest', 'mobile-home', '/mobile_home'],
  ['guest', 'feed', '/feed'],
  ['guest', 'search', '/search'],
  ['guest', 'provider-page', '/p/{username}'],
  ['guest', 'sign-in', '/sign_in'],
  ['guest', 'sign-up', '/sign_up'],
  ['guest', 'forgot-password', '/forgot_password'],
  ['guest', 'reset-password', '/reset_password/a-token'],
  ['guest', 'confirm-account', '/confirm_account/a-token'],
  ['guest', 'unsubscribe', '/unsubscribe?token=a-token.appointments'],
  ['guest', 'guest-order', '/guest_client/schedule_manager/pending_requests/no-such-order'],
  ['guest', 'privacy-policy', '/privacy_policy'],
  ['guest', 'user-request-guest', '/user_request'],
  ['guest', 'not-found', '/no/such/page'],
  ['client', 'feed-signed-in', '/feed'],
  ['client', 'user-request', '/user_request'],
  ['client', 'alerts', '/alerts'],
  ['client', 'my-profile', '/my_profile'],
  ['client', 'schedule-pending', '/schedule_manager/pending_requests'],
  ['client', 'schedule-completed', '/schedule_manager/completed_requests'],
  ['client', 'circle', '/my_circle'],
  ['client', 'trusted-brands', '/my_trusted_brands'],
  ['client', 'bookmarks', '/my_bookmarks'],
  ['client', 'message', '/message'],
  ['client', 'settings-client', '/my_settings'],
  ['client', 'blocked-accounts', '/blocked_accounts'],
  ['client', 'change-password', '/change_password'],
  ['client', 'delete-account', '/delete_account'],
  ['client', 'starter-preferences', '/starter_preferences'],
  ['client', 'create-post-client', '/feed?dialog=create_post'],
  ['client', 'onboard-username', '/onboard_username'],
  ['named', 'onboard-service-provider', '/onboard_service_provider'],
  ['provider', 'my-account', '/my_account'],
  ['provider', 'my-services', '/my_services'],
  ['provider', 'my-ratings', '/my_ratings'],
  ['provider', 'my-posts', '/my_posts'],
  ['provider', 'settings-provider', '/my_settings'],
  ['provider', 'business-hours', '/appointment_booking_settings'],
  ['provider', 'finance-settings', '/appointment_finance_settings'],
  ['provider', 'schedule-upcoming', '/schedule_manager/upcoming_schedule'],
  ['staff', 'staff-reports', '/staff'],
  ['staff', 'staff-requests', '/staff/requests'],
  ['staff', 'staff-accounts', '/staff/accounts'],
  ['staff', 'staff-log', '/staff/log'],
  ['staff', 'staff-mails', '/staff/mails'],
];

const people = new Map<Role, SeededPerson>();

async function personFor(role: Role, request: APIRequestContext): Promise<SeededPerson | null> {
  const known = people.get(role);
  if (known || role === 'guest') return known ?? null;
  const make = { client: seedAccount, named: seedNamedAccount, provider: seedProvider, staff: staffMember }[role];
  const person = await make(request, { client: 'Ivo Marek', named: 'Mei Tanaka', provider: 'Nadia Kessler', staff: '' }[role]);
  people.set(role, person);
  return person;
}

/** An open page with its hidden problems: uncaught errors and violations of the content security policy. */
interface Opened {
  page: Page;
  troubles: string[];
}

const pages = new Map<string, Opened>();

/** The page of this person. It stays open for the next screen, so that the app is loaded once. */
async function openedBy(browser: Browser, role: Role, person: SeededPerson | null): Promise<Opened> {
  const known = pages.get(role);
  if (known) return known;
  const context = await browser.newContext();
  sharedContexts.add(context);
  if (person) await actAs(context, person);
  const opened: Opened = { page: await context.newPage(), troubles: [] };
  opened.page.on('pageerror', (error) => opened.troubles.push(error.message));
  opened.page.on('console', (message) => {
    if (message.type() === 'error' && message.text().includes('Content Security Policy')) opened.troubles.push(message.text());
  });
  pages.set(role, opened);
  return opened;
}

for (const [role, name, path] of screens) {
  test(`${name} is accessible and looks right in both sizes and schemes`, async ({ browser, request }) => {
    const provider = await personFor('provider', request);
    const person = await personFor(role, request);
    const address = path.replace('{username}', provider?.username ?? '');
    const { page, troubles } = await openedBy(browser, role, person);
    troubles.length = 0;
    for (const [turn, size] of sizeNames.entries()) {
      await page.setViewportSize(sizes[size]);
      // Loads the page in the smallest size only; a larger window needs no new request.
      if (turn === 0) await page.goto(address);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
      await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
      await page.evaluate(() => document.fonts.ready);
      await capture(page, `${name}-${size}`);
    }
    expect(troubles).toEqual([]);
  });
}
