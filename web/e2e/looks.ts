import { expect, type Locator, type Page } from '@playwright/test';
import { expectAccessible } from './accessible';

export const sizes = { phone: { width: 390, height: 844 }, desk: { width: 1440, height: 900 } } as const;
export type SizeName = keyof typeof sizes;
export const sizeNames: readonly SizeName[] = ['phone', 'desk'];

type Scheme = 'dark' | 'light';

/** The run of everything leaves no pictures: nobody looks at them there, and they take a third of its time. */
const withPictures = process.env['E2E_PICTURES'] !== '0';

/** In which sizes a flow is walked from its beginning to its end: in the run of everything only where there is least room. */
export const flowSizes: readonly SizeName[] = withPictures ? sizeNames : ['phone'];

/** In which sizes what a flow comes by is looked at; the last one is the flow's own. */
export const lookSizes: readonly SizeName[] = withPictures ? sizeNames : ['desk'];

/** The app stands, and nothing is on its way any more. */
export async function settled(page: Page): Promise<void> {
  await expect(page.locator('main')).toHaveCount(1);
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
  await page.evaluate(() => document.fonts.ready);
}

/**
 * Leaves pictures of the page once it has settled, by day and by night, and finds nothing in it out of reach: at night on the
 * phone, else by day.
 */
export async function look(page: Page, name: string): Promise<void> {
  await settled(page);
  const judged: Scheme = (page.viewportSize()?.width ?? 0) < 600 ? 'dark' : 'light';
  const schemes: readonly Scheme[] = withPictures ? ['dark', 'light'] : [judged];
  for (const scheme of schemes) {
    await page.emulateMedia({ colorScheme: scheme });
    await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', scheme);
    if (withPictures) await page.screenshot({ path: `${import.meta.dirname}/screens/${name}-${scheme}.png`, animations: 'disabled' });
    if (scheme === judged) await expectAccessible(page);
  }
  const tooWide = await page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth);
  expect(tooWide, 'the page scrolls sideways').toBe(false);
}

/** Looks at the page in both sizes, `shown` being brought into sight; it has the last one's size afterwards. */
export async function lookAround(page: Page, name: string, at: readonly SizeName[] = lookSizes, shown?: Locator): Promise<void> {
  for (const size of at) {
    await page.setViewportSize(sizes[size]);
    await shown?.evaluate((element) => element.scrollIntoView({ block: 'center' }));
    await look(page, `${name}-${size}`);
  }
}
