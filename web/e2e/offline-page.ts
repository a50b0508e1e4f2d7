import type { Page } from '@playwright/test';
import { expect } from './fixtures';

/** The line that says of when an answer is that was seen before the connection was lost. */
export const asOf = (page: Page) => page.getByText(/^No connection\. As of \d{1,2}:\d{2}$/).first();

/** Waits until the worker serves the page and has stored the app's code, which it does by itself some seconds later. */
export async function readyForOffline(page: Page): Promise<void> {
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  await page.evaluate(
    () =>
      new Promise((resolve) => {
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = resolve;
        navigator.serviceWorker.controller?.postMessage({ type: 'STORE_PARTS', language: 'en' }, [port2]);
      }),
  );
}

/** The accounts and addresses of the answers that the browser has stored, such as '7 get_feed?'. */
export const storedAnswers = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<string[]>((resolve) => {
        const opening = indexedDB.open('openhours');
        opening.onsuccess = () => {
          const keys = opening.result.transaction('answers').objectStore('answers').getAllKeys();
          keys.onsuccess = () => {
            opening.result.close();
            resolve((keys.result as string[][]).map((key) => key.join(' ')));
          };
        };
      }),
  );

/** Waits until the answers of these calls are stored, which happens after they are shown. */
export async function expectStored(page: Page, ...calls: string[]): Promise<void> {
  await expect(async () => {
    const stored = await storedAnswers(page);
    expect(calls.filter((called) => !stored.some((key) => key.includes(called)))).toEqual([]);
  }).toPass({ timeout: 10_000 });
}
