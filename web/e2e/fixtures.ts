import { test as playwright, type BrowserContext } from '@playwright/test';
import { tapOnPhones } from './devices';

/** Closes a context and its pages, and ignores requests that its route handlers still hold. */
async function close(context: BrowserContext): Promise<void> {
  await Promise.all([context, ...context.pages()].map((one) => one.unrouteAll({ behavior: 'ignoreErrors' })));
  await context.close();
}

/** Playwright's `test`, which taps on a phone, and closes the contexts that a test opened: an open page would go on receiving live updates. */
export const test = playwright.extend<{ closed: undefined }>({
  context: async ({ context, hasTouch }, provide) => {
    tapOnPhones(context, hasTouch);
    await provide(context);
  },
  closed: [
    async ({ browser }, use) => {
      await use(undefined);
      await Promise.all(browser.contexts().map(close));
    },
    { auto: true },
  ],
});

/** The details of a test of several that are alike: the gate runs the first one, `make test-all` all. */
export const longUnless = (isFirst: boolean): { tag: string[] } => ({ tag: isFirst ? [] : ['@long'] });

export { expect, type APIRequestContext, type Browser, type BrowserContext, type Page } from '@playwright/test';
