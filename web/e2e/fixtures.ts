import { test as playwright, type BrowserContext } from '@playwright/test';

/** What outlives the test that opened it. */
export const kept = new WeakSet<BrowserContext>();

/** Closes a window and its pages; answers that are still being changed on their way are nobody's any more. */
async function close(context: BrowserContext): Promise<void> {
  await Promise.all([context, ...context.pages()].map((one) => one.unrouteAll({ behavior: 'ignoreErrors' })));
  await context.close();
}

/** Playwright's own, but that what a test opened is closed: a page left open goes on living with all that others do. */
export const test = playwright.extend<{ closed: undefined }>({
  closed: [
    async ({ browser }, use) => {
      await use(undefined);
      await Promise.all(browser.contexts().filter((context) => !kept.has(context)).map(close));
    },
    { auto: true },
  ],
});

export { expect, type APIRequestContext, type Browser, type BrowserContext, type Locator, type Page } from '@playwright/test';
