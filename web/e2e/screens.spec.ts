import { expect, kept, test, type APIRequestContext, type Browser, type Page } from './fixtures';
import { look, sizeNames, sizes } from './looks';
import { actAs, namedResident, newResident, providerResident, staffMember, type Resident } from './residents';

type Who = 'guest' | 'client' | 'named' | 'provider' | 'staff';

/** Every screen of the route table, as whoever may see it. `{username}` is the provider's. */
const screens: readonly [Who, string, string][] = [
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

const residents = new Map<Who, Resident>();

async function residentFor(who: Who, request: APIRequestContext): Promise<Resident | null> {
  const known = residents.get(who);
  if (known || who === 'guest') return known ?? null;
  const make = { client: newResident, named: namedResident, provider: providerResident, staff: staffMember }[who];
  const resident = await make(request, { client: 'Ivo Marek', named: 'Mei Tanaka', provider: 'Nadia Kessler', staff: '' }[who]);
  residents.set(who, resident);
  return resident;
}

/** An open page and what went wrong in it without anybody seeing: thrown errors, and what the content policy blocked. */
interface Opened {
  page: Page;
  troubles: string[];
}

const pages = new Map<string, Opened>();

/** The page of this person. It stays open for the next screen, so that the app is fetched once. */
async function openedBy(browser: Browser, who: Who, resident: Resident | null): Promise<Opened> {
  const known = pages.get(who);
  if (known) return known;
  const context = await browser.newContext();
  kept.add(context);
  if (resident) await actAs(context, resident);
  const opened: Opened = { page: await context.newPage(), troubles: [] };
  opened.page.on('pageerror', (error) => opened.troubles.push(error.message));
  opened.page.on('console', (message) => {
    if (message.type() === 'error' && message.text().includes('Content Security Policy')) opened.troubles.push(message.text());
  });
  pages.set(who, opened);
  return opened;
}

for (const [who, name, path] of screens) {
  test(`${name} is accessible and looks right in both sizes and schemes`, async ({ browser, request }) => {
    const provider = await residentFor('provider', request);
    const resident = await residentFor(who, request);
    const address = path.replace('{username}', provider?.username ?? '');
    const { page, troubles } = await openedBy(browser, who, resident);
    troubles.length = 0;
    for (const [turn, size] of sizeNames.entries()) {
      await page.setViewportSize(sizes[size]);
      // Opened where there is least room; a larger window finds what there is without being asked anew.
      if (turn === 0) await page.goto(address);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
      await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
      await page.evaluate(() => document.fonts.ready);
      await look(page, `${name}-${size}`);
    }
    expect(troubles).toEqual([]);
  });
}
