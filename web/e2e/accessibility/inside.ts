import type { Page } from '@playwright/test';

/** Goes to an address inside the app, so that it is loaded once only. */
export async function goInside(page: Page, address: string): Promise<void> {
  await page.evaluate((to) => {
    window.history.pushState(null, '', to);
    window.dispatchEvent(new PopStateEvent('popstate', { state: null }));
  }, address);
}
