import { expect, type Locator, type Page } from '@playwright/test';
import { expectAccessible } from './accessible';
import { expectAsWideAsScreen } from './in-place';
import { resize, sizeNames, sizes, type SizeName } from './devices';

type Scheme = 'dark' | 'light';

/** The full test run takes no screenshots: nobody looks at them there, and they need a third of its time. */
const withPictures = process.env['E2E_PICTURES'] !== '0';

/** The gate looks at a flow's screens as they are: the walk over the screens (screens.spec.ts) has axe judge each of them. */
const isThorough = withPictures || process.env['E2E_WHOLE'] === '1';

/** The sizes in which a flow runs from start to end. The gate uses only the smallest. */
export const flowSizes: readonly SizeName[] = isThorough ? sizeNames : ['phone'];

/** Waits until the app is rendered and nothing is loading. */
export async function settled(page: Page): Promise<void> {
  await expect(page.locator('main')).toHaveCount(1);
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
  await page.evaluate(() => document.fonts.ready);
}

/**
 * Takes screenshots of the settled page in both colour schemes, and checks its accessibility in one: dark on the phone, light
 * on larger screens. Expects that the page is as wide as the screen, which is all that the gate looks at.
 */
export async function capture(page: Page, name: string): Promise<void> {
  await settled(page);
  if (!isThorough) return expectAsWideAsScreen(page);
  const judged: Scheme = (page.viewportSize()?.width ?? 0) < 600 ? 'dark' : 'light';
  const schemes: readonly Scheme[] = withPictures ? ['dark', 'light'] : [judged];
  for (const scheme of schemes) {
    await page.emulateMedia({ colorScheme: scheme });
    await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', scheme);
    if (withPictures) await page.screenshot({ path: `${import.meta.dirname}/screens/${name}-${scheme}.png`, animations: 'disabled' });
    if (scheme === judged) await expectAccessible(page);
  }
  await expectAsWideAsScreen(page);
}

/** Captures the page in each size, with `shown` scrolled into view. Afterwards the page has the size that it had. */
export async function captureSizes(page: Page, name: string, at: readonly SizeName[] = sizeNames, shown?: Locator): Promise<void> {
  if (!isThorough) return capture(page, name);
  const before = page.viewportSize();
  for (const size of at) {
    await resize(page, sizes[size]);
    await shown?.evaluate((element) => element.scrollIntoView({ block: 'center' }));
    await capture(page, `${name}-${size}`);
  }
  if (before) await resize(page, before);
}
