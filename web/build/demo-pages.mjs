/** Pages of a running system with demo data (make run), for the scripts that take pictures of it. */
/* global document, innerHeight -- in the pages that it opens */
import { chromium } from '@playwright/test';

export const launched = () =>
  chromium.launch({
    ...(process.env.CHROMIUM_PATH ? { executablePath: process.env.CHROMIUM_PATH } : {}),
    args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
  });

/** A page of the system at `origin`, in which the person of the demo with this address is signed in; nobody for ''. */
export async function demoPage(browser, origin, email, options) {
  const context = await browser.newContext({
    baseURL: origin,
    locale: 'en-GB',
    timezoneId: 'Europe/Berlin',
    colorScheme: 'light',
    reducedMotion: 'reduce',
    serviceWorkers: 'block',
    ...options,
  });
  if (email) {
    const answer = await context.request.post('/api/sign_in', {
      data: { iv_email: email, iv_password: 'open hours for all', iv_device_data: '{}' },
    });
    const { data } = await answer.json();
    await context.addInitScript(({ session_data, access_token, access_token_expiry }) => {
      localStorage.setItem('session_data', JSON.stringify({ ...session_data, isAuthenticated: true }));
      localStorage.setItem('access_token', access_token);
      localStorage.setItem('access_token_expiry', access_token_expiry);
    }, data);
  }
  return context.newPage();
}

/** Waits until the page shows everything it has: answers, fonts, and the pictures that are in view. */
export async function settled(page) {
  await page.locator('main').waitFor();
  await page.waitForFunction(() => document.querySelector('[aria-busy="true"]') === null);
  await page.waitForLoadState('networkidle');
  await page.evaluate(() =>
    Promise.all([
      document.fonts.ready,
      ...[...document.images]
        .filter((image) => image.getBoundingClientRect().top < innerHeight)
        .map((image) => image.decode().catch(() => undefined)),
    ]),
  );
  await page.waitForTimeout(500);
}
