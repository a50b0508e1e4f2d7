import type { Page } from '@playwright/test';

/** Goes to an address inside the app, so that it is loaded once only; in `language`, if one is given. */
export async function goInside(page: Page, address: string, language?: string): Promise<void> {
  await page.evaluate(
    ([to, spoken]) => {
      const there = new URL(to, window.location.href);
      if (spoken) there.searchParams.set('lang', spoken);
      window.history.pushState(null, '', there);
      window.dispatchEvent(new PopStateEvent('popstate', { state: null }));
      if (spoken) window.dispatchEvent(new StorageEvent('storage', { key: 'language' }));
    },
    [address, language] as const,
  );
}
