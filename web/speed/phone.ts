import type { Browser, BrowserContext, BrowserContextOptions, CDPSession, Page } from '@playwright/test';
import { devices } from '@playwright/test';

/** A phone of the middle class: what it sends, 390x844 pixels, and below how slow it and its connection are. */
const phone: BrowserContextOptions = {
  ...devices['Pixel 7'],
  viewport: { width: 390, height: 844 },
  deviceScaleFactor: 2,
  locale: 'en-GB',
  timezoneId: 'Europe/Berlin',
};
const network = { offline: false, latency: 150, downloadThroughput: 1.6e6 / 8, uploadThroughput: 750e3 / 8 };
/** How many times slower than this machine's the phone's processor is. */
const slowness = 4;

export type StoredState = Awaited<ReturnType<BrowserContext['storageState']>>;

/** A phone with an empty cache; given `state`, its user is signed in. */
export const newPhone = (browser: Browser, state?: StoredState): Promise<BrowserContext> =>
  browser.newContext({ ...phone, ...(state ? { storageState: state } : {}) });

/** Makes the page's processor and connection as slow as the phone's. */
export async function slowDown(page: Page): Promise<CDPSession> {
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', network);
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowness });
  return session;
}

/** Signs in, and returns what the browser remembers of it. */
export async function signIn(browser: Browser, base: string, email: string, password: string): Promise<StoredState> {
  const context = await browser.newContext({ baseURL: base });
  const page = await context.newPage();
  await page.goto('/sign_in');
  await page.getByLabel(/mail/i).fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page
    .getByRole('button', { name: /sign in/i })
    .last()
    .click();
  await page.waitForURL(/feed|my_account/);
  const state = await context.storageState();
  await context.close();
  return state;
}
