import { expect, test, type BrowserContext, type Page } from './fixtures';
import { bookableProvider, panel, toDay, toTimes } from './bookable';
import { openDevice } from './devices';
import { actAs, seedAccount } from './seeded-people';

/** Browsers that lack what others have: site data, a time zone of their own, the provider's zone, a language tag that is one. */

/** Refuses storage as a browser whose user blocks site data does. */
const blockSiteData = (context: BrowserContext) =>
  context.addInitScript(() => {
    const refuse = (): never => {
      throw new DOMException('Access is denied for this document.', 'SecurityError');
    };
    for (const name of ['localStorage', 'sessionStorage', 'indexedDB']) Object.defineProperty(window, name, { get: refuse });
    Object.defineProperty(document, 'cookie', { get: () => '', set: () => undefined });
    Object.defineProperty(navigator, 'cookieEnabled', { get: () => false });
    navigator.locks.request = () => Promise.reject(new DOMException('Access to the Locks API is denied in this context.', 'SecurityError'));
    for (const name of ['register', 'getRegistration'] as const)
      navigator.serviceWorker[name] = () => Promise.reject(new DOMException('The user denied permission.', 'SecurityError'));
  });

/** Has the browser say this of its time zone. */
const claimZone = (context: BrowserContext, timeZone: string) =>
  context.addInitScript((said) => {
    const answer = Intl.DateTimeFormat.prototype.resolvedOptions;
    Intl.DateTimeFormat.prototype.resolvedOptions = function () {
      return { ...answer.call(this), timeZone: said };
    };
  }, timeZone);

/** Takes a zone from the browser, as if its list of zones were older. */
const forgetZone = (context: BrowserContext, timeZone: string) =>
  context.addInitScript((unknown) => {
    Intl.DateTimeFormat = new Proxy(Intl.DateTimeFormat, {
      construct(target, [locale, options]: [string, Intl.DateTimeFormatOptions | undefined]) {
        if (options?.timeZone === unknown) throw new RangeError(`Invalid time zone specified: ${unknown}`);
        return new target(locale, options);
      },
    });
  }, timeZone);

const claimLanguage = (context: BrowserContext, tag: string) =>
  context.addInitScript((said) => {
    Object.defineProperty(navigator, 'language', { get: () => said });
    Object.defineProperty(navigator, 'languages', { get: () => [said] });
  }, tag);

const fails = (page: Page) => page.getByText('Something went wrong');
/** A text that is seen: on a phone the hours are folded away. */
const seen = (page: Page, text: string) => page.getByText(text).filter({ visible: true }).first();

/** Chooses the first free time of a day next month; returns when it begins and what its button says. */
async function chooseTime(page: Page): Promise<{ start: string; text: string }> {
  await toTimes(page, [/First assessment/], 'Remote');
  await toDay(page, 2);
  const start = (await panel.times(page).first().getAttribute('data-start')) ?? '';
  const text = await panel.time(page, start).innerText();
  await panel.time(page, start).click();
  return { start, text };
}

async function sendRequest(page: Page): Promise<void> {
  await panel.next(page, 'Complete booking').click();
  await panel.next(page, 'Confirm booking').click();
  await expect(panel.sent(page)).toBeVisible();
}

/** The hour and the minute of an instant, as the language writes them. */
const clock = (instant: string, timeZone: string, tag = 'en-GB') =>
  new Intl.DateTimeFormat(tag, { timeZone, hour: 'numeric', minute: '2-digit' })
    .format(new Date(instant))
    .split(/\s/)[0]
    ?.replace(/^0/, '') ?? '';

const noStorage = 'This browser keeps no site data: you stay signed in only until this page is closed or loaded again.';

test('where site data is blocked, one signs in and books as long as the page is open', async ({ browser, request }) => {
  const provider = await bookableProvider(request, 'Samira Cole');
  const client = await seedAccount(request, 'Ravi Menon');
  const context = await openDevice(browser, 'phone');
  await blockSiteData(context);
  const page = await context.newPage();
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(error.message));
  await page.goto(`/p/${provider.username}`);
  await expect(page.getByText(noStorage)).toBeVisible();
  await page.getByRole('link', { name: 'Sign in' }).first().click();
  await expect(page.getByText(noStorage)).toBeVisible();
  await page.getByLabel('E-mail').fill(String(client.granted.session_data['email']));
  await page.getByLabel('Password', { exact: true }).fill(client.password ?? '');
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page).toHaveURL(/\/feed/);
  await page.getByRole('button', { name: 'OK', exact: true }).click();
  await expect(page.getByText(noStorage)).toBeHidden();
  await page.goBack();
  await expect(page).toHaveURL(new RegExp(`/p/${provider.username}`));
  await chooseTime(page);
  await sendRequest(page);
  await expect(page.getByText(noStorage)).toBeHidden();
  expect(errors).toEqual([]);
});

test('signing in works at once on a page without site data', { tag: '@long' }, async ({ browser, request }) => {
  const client = await seedAccount(request, 'Ravi Menon');
  const context = await openDevice(browser, 'desktop');
  await blockSiteData(context);
  const page = await context.newPage();
  await page.goto('/sign_in');
  await expect(page.getByText(noStorage)).toBeVisible();
  await page.getByLabel('E-mail').fill(String(client.granted.session_data['email']));
  await page.getByLabel('Password', { exact: true }).fill(client.password ?? '');
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page).toHaveURL(/\/feed/);
});

const noZone = 'This browser does not say which time zone you are in. Where you book, times are in the provider’s zone; elsewhere in UTC.';

test('where the browser knows neither its zone nor its language, times are the provider’s, else UTC', async ({ browser, request }) => {
  const provider = await bookableProvider(request, 'Samira Cole', 'America/New_York');
  const client = await seedAccount(request, 'Ravi Menon');
  const context = await openDevice(browser, 'phone');
  await actAs(context, client);
  await claimZone(context, 'Etc/Unknown');
  await claimLanguage(context, 'en-US@posix');
  const page = await context.newPage();
  await page.goto(`/p/${provider.username}`);
  await expect(page.getByText(noZone)).toBeVisible();
  const { start, text } = await chooseTime(page);
  // The app's English writes times on a clock of twelve hours.
  expect(text).toContain(clock(start, 'America/New_York', 'en'));
  await expect(seen(page, 'Times in New York')).toBeVisible();
  await sendRequest(page);
  await page.goto('/schedule_manager/pending_requests?tab=request');
  await page.getByRole('button', { name: 'Review' }).click();
  await expect(page.getByText('Times in UTC')).toBeVisible();
  await expect(page.getByText(noZone)).toBeVisible();
  for (const path of ['/search', '/feed', '/']) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
    await expect(fails(page)).toBeHidden();
  }
});

test('a provider’s zone that the browser lacks is said, and the times are the viewer’s', { tag: '@long' }, async ({ browser, request }) => {
  const provider = await bookableProvider(request, 'Samira Cole', 'America/Coyhaique');
  const client = await seedAccount(request, 'Ravi Menon');
  const context = await openDevice(browser, 'desktop');
  await actAs(context, client);
  await forgetZone(context, 'America/Coyhaique');
  const page = await context.newPage();
  await page.goto(`/p/${provider.username}`);
  // Hours are the provider's own, and need no conversion.
  await expect(seen(page, 'Times in Coyhaique')).toBeVisible();
  await expect(seen(page, '9:00 – 17:00')).toBeVisible();
  const { start, text } = await chooseTime(page);
  expect(text).toContain(clock(start, 'Europe/Berlin'));
  await expect(seen(page, 'This browser does not know the time zone of Coyhaique: times are those of Berlin.')).toBeVisible();
  await sendRequest(page);
});

test('a system without a time zone is one that says none', { tag: '@long' }, async ({ playwright, request, baseURL }) => {
  const provider = await bookableProvider(request, 'Samira Cole', 'America/New_York');
  const browser = await playwright.chromium.launch({ env: { ...process.env, TZ: 'Bogus/Zone' } });
  const context = await openDevice(browser, 'desktop', { baseURL, timezoneId: undefined });
  const page = await context.newPage();
  await page.goto(`/p/${provider.username}`);
  expect(await page.evaluate(() => Intl.DateTimeFormat().resolvedOptions().timeZone)).toBe('Etc/Unknown');
  await expect(page.getByText(noZone)).toBeVisible();
  await expect(seen(page, 'Times in New York')).toBeVisible();
  await page.goto('/search');
  await expect(page.getByText(noZone)).toBeVisible();
  await expect(page.getByText('Samira Cole').first()).toBeVisible();
  await browser.close();
});
