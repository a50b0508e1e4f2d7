import { expect, type APIRequestContext, type Browser, type Page } from '@playwright/test';
import { openDevice, type SizeName } from './devices';
import { codeIn, mailTo } from './people';
import { actAs, call, seedProvider, type SeededPerson } from './seeded-people';

const weekdays = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'];

/** A provider who can be booked every day of the week from nine to five in `timezone`, in slots of half an hour. */
export async function bookableProvider(request: APIRequestContext, name: string, timezone = 'Europe/Berlin'): Promise<SeededPerson> {
  const provider = await seedProvider(request, name);
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
  /** Blocks the socket: the page learns only from the server's answers what others do. */
  withoutSocket?: boolean;
}

/** Opens a page in its own browser context, signed in as this person; null means a guest. */
export async function visitor(
  browser: Browser,
  person: SeededPerson | null,
  { size = 'desktop', timezoneId, withoutSocket }: Visit = {},
): Promise<Page> {
  const context = await openDevice(browser, size, timezoneId ? { timezoneId } : {});
  if (person) await actAs(context, person);
  if (withoutSocket) await context.route('**/socket.io/**', (route) => route.abort());
  if (withoutSocket) await context.routeWebSocket('**/socket.io/**', (socket) => void socket.close());
  return context.newPage();
}

/** Locators of the booking panel, on the provider's page and in the dialog. */
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

/** Chooses services and a delivery mode, and continues to the times. */
export async function toTimes(page: Page, services: readonly (string | RegExp)[], mode: string): Promise<void> {
  for (const service of services) await panel.service(page, service).check();
  await panel.mode(page, mode).click();
  await panel.next(page, 'Book session').click();
  await expect(panel.heading(page, 'Pick a time')).toBeVisible();
}

/** Opens the next month and its nth day that has free times: far enough ahead for any hour of the day. */
export async function toDay(page: Page, nth: number): Promise<void> {
  await panel.next(page, 'Month').click();
  await panel.next(page, 'Next month').click();
  await expect(page.getByRole('region', { name: 'Pick a day' })).toHaveAttribute('aria-busy', 'false');
  const day = panel.days(page).nth(nth);
  await day.click();
  await expect(day).toHaveAttribute('aria-pressed', 'true');
}

/** Chooses slots one by one from here on, instead of as many in a row as the services need. */
export const singly = (page: Page) => page.getByRole('switch', { name: 'Choose times one by one' }).check();

/** Presses the nth time of the day and returns its start. */
export async function pressTime(page: Page, nth: number): Promise<string> {
  const time = panel.times(page).nth(nth);
  await time.click();
  await expect(time).toHaveAttribute('aria-pressed', 'true');
  return (await time.getAttribute('data-start')) ?? '';
}

/** Fills in the fields that a guest needs between summary and confirmation. */
export async function authenticate(page: Page, name: string, email: string): Promise<void> {
  await page.getByLabel('Name', { exact: true }).fill(name);
  await page.getByLabel('E-mail').fill(email);
  await panel.next(page, 'Continue as guest').click();
  await page.getByLabel('Code', { exact: true }).fill(codeIn(await mailTo(page.request, email, /code/i)));
}
