import type { Browser, Page } from '@playwright/test';
import { newPhone, slowDown } from './phone.ts';

/** Runs in the page before anything else: notes how long each interaction took until the next frame, in milliseconds. */
function observeTaps(): void {
  const taps = new Map<number, number>();
  Object.assign(globalThis, { taps });
  new PerformanceObserver((list) =>
    list.getEntries().forEach((entry) => {
      const { interactionId, duration } = entry as PerformanceEntry & { interactionId: number };
      if (interactionId) taps.set(interactionId, Math.max(duration, taps.get(interactionId) ?? 0));
    }),
  ).observe({ type: 'event', buffered: true, durationThreshold: 16 } as PerformanceObserverInit);
}

/** What a visitor does, one page each. The page is loaded before the phone is slowed down. */
const doings: Readonly<Record<string, (page: Page) => Promise<void>>> = {
  '/feed': async (page) => {
    await page.locator('article button[aria-label]').first().tap();
    await page.getByRole('dialog').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
    await page.getByRole('link', { name: 'Book appointment' }).first().tap();
    await page.getByRole('dialog').getByRole('checkbox').first().waitFor();
  },
  provider: async (page) => {
    await page.getByRole('checkbox').first().tap();
    const modes = page.locator('[role="radiogroup"] label');
    await modes.first().waitFor();
    await modes.first().tap();
    const next = page.getByRole('button', { name: 'Book session' });
    if (await next.isDisabled()) await modes.last().tap();
    await next.tap();
    await page.getByRole('button', { name: 'Next month' }).tap();
    await page
      .getByRole('button', { name: /, free time$/ })
      .nth(2)
      .tap();
    await page.locator('[data-start]').first().tap();
    await page.locator('[data-start][aria-pressed="true"]').first().waitFor();
  },
  '/search': async (page) => {
    await page.getByRole('searchbox').tap();
    await page.keyboard.type('massage', { delay: 120 });
    await page.waitForTimeout(1000);
  },
};

/** How long the page took to answer each tap and key, in milliseconds; answers within a frame count as 16. */
export async function measureTaps(browser: Browser, base: string, provider: string, runs: number): Promise<number[]> {
  const found: number[] = [];
  for (let run = 0; run < runs; run += 1) {
    for (const [path, act] of Object.entries(doings)) {
      const context = await newPhone(browser);
      const page = await context.newPage();
      await page.addInitScript(observeTaps);
      await page.goto(base + (path === 'provider' ? provider : path), { waitUntil: 'networkidle' });
      await slowDown(page);
      await act(page);
      await page.waitForTimeout(500);
      found.push(...(await page.evaluate(() => [...(globalThis as unknown as { taps: Map<number, number> }).taps.values()])));
      await context.close();
    }
  }
  return found.sort((one, other) => one - other);
}
