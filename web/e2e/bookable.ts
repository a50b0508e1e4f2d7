import { expect, type APIRequestContext, type Browser, type Locator, type Page } from '@playwright/test';
import { sizes, type SizeName } from './looks';
import { codeIn, mailTo } from './people';
import { actAs, call, providerResident, type Resident } from './residents';

const weekdays = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'];

/** A provider whom one can book on every day of the week, nine to five on the clock of `timezone`, half an hour each. */
export async function bookableProvider(request: APIRequestContext, name: string, timezone = 'Europe/Berlin'): Promise<Resident> {
  const provider = await providerResident(request, name);
  const token = provider.granted.access_token;
  const hours = weekdays.flatMap((day) => [
    [`iv_${day}_window_type`, 'quota'],
    [`iv_${day}_window_status`, 'open'],
    [`iv_${day}_quota_start_time`, '09:00'],
    [`iv_${day}_quota_end_time`, '17:00'],
    [`iv_${day}_quota_duration`, '30'],
    [`iv_${day}_quota_buffer`, '0'],
  ]);
  await call(request, 'update_appointment_window', { iv_timezone: timezone, ...Object.fromEntries(hours) }, token);
  const visit = { iv_service: 'Home visit', iv_duration: '60', iv_cost: '1200', iv_currency: 'EUR-DE', iv_delivery_mode: 'in-person' };
  await call(
    request,
    'update_account_services',
    { iv_action: 'service_create', iv_service_id: 'none', ...visit, iv_brief: '', iv_device_data: '{}' },
    token,
  );
  return provider;
}

interface Visit {
  size?: SizeName;
  timezoneId?: string;
  /** Without live news: what others do is learnt from the server's answers alone. */
  deaf?: boolean;
}

/** A page of somebody's own device; nobody means a guest. */
export async function visitor(browser: Browser, who: Resident | null, { size = 'desk', timezoneId, deaf }: Visit = {}): Promise<Page> {
  const context = await browser.newContext({ viewport: sizes[size], ...(timezoneId ? { timezoneId } : {}) });
  if (who) await actAs(context, who);
  if (deaf) await context.route('**/socket.io/**', (route) => route.abort());
  if (deaf) await context.routeWebSocket('**/socket.io/**', (socket) => void socket.close());
  return context.newPage();
}

/** The panel's parts, on the page and in the dialog. */
export const panel = {
  service: (page: Page, name: string | RegExp) => page.getByRole('checkbox', { name }),
  mode: (page: Page, name: string) => page.getByText(name, { exact: true }),
  next: (page: Page, name: string) => page.getByRole('button', { name, exact: true }),
  heading: (page: Page, name: string) => page.getByRole('heading', { name, exact: true }),
  days: (page: Page) => page.getByRole('region', { name: 'Pick a day' }).getByRole('button', { name: /, free time$/ }),
  times: (page: Page) => page.locator('[data-start]'),
  time: (page: Page, start: string) => page.locator(`[data-start="${start}"]`),
  sent: (page: Page) => page.getByText(/^Your booking request has been sent to the service provider\./),
  taken: (page: Page) => page.getByText('This time has just been taken. Please choose another.'),
};

/** Chooses services and how to meet, and goes on to the times. */
export async function toTimes(page: Page, services: readonly (string | RegExp)[], mode: string): Promise<void> {
  for (const service of services) await panel.service(page, service).check();
  await panel.mode(page, mode).click();
  await panel.next(page, 'Book session').click();
  await expect(panel.heading(page, 'Pick a time')).toBeVisible();
}

/** Turns to the next month and its nth day with room: far enough from now for any hour of the day. */
export async function toDay(page: Page, nth: number): Promise<void> {
  await panel.next(page, 'Next month').click();
  await expect(page.getByRole('region', { name: 'Pick a day' })).toHaveAttribute('aria-busy', 'false');
  const day = panel.days(page).nth(nth);
  await day.click();
  await expect(day).toHaveAttribute('aria-pressed', 'true');
}

/** Presses the nth time of the day; answers its start. */
export async function pressTime(page: Page, nth: number): Promise<string> {
  const time = panel.times(page).nth(nth);
  await time.click();
  await expect(time).toHaveAttribute('aria-pressed', 'true');
  return (await time.getAttribute('data-start')) ?? '';
}

/** What a guest types between the summary and the confirmation. */
export async function authenticate(page: Page, name: string, email: string): Promise<void> {
  await page.getByLabel('Name', { exact: true }).fill(name);
  await page.getByLabel('E-mail').fill(email);
  await panel.next(page, 'Continue as guest').click();
  await page.getByLabel('Code').fill(codeIn(await mailTo(page.request, email, /code/i)));
}

/** Goes to something by Tab alone. */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  for (let pressed = 0; pressed < 60; pressed += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error('Tab does not lead there');
}
