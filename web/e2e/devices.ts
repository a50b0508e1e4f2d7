import {
  expect,
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  type CDPSession,
  type Locator,
  type Page,
} from '@playwright/test';

/**
 * The devices of the browser tests. A phone is more than a small window: it is touched, and its browser lays a page out wider
 * than the screen where something sticks out. So contexts are opened and pages are resized here only; eslint sees to that.
 */

export const sizes = { phone: { width: 390, height: 844 }, desktop: { width: 1440, height: 900 } } as const;
export type SizeName = keyof typeof sizes;
export const sizeNames: readonly SizeName[] = ['phone', 'desktop'];

interface Size {
  width: number;
  height: number;
}

const isPhone = ({ width }: Size) => width === sizes.phone.width;

type DeviceOptions = Omit<BrowserContextOptions, 'viewport' | 'isMobile' | 'hasTouch'>;

/** The options of `test.use` and of a browser context that make it such a device. */
export const deviceOptions = (size: SizeName) => ({ viewport: sizes[size], isMobile: size === 'phone', hasTouch: size === 'phone' });

/** Opens a browser context that is such a device. */
export async function openDevice(browser: Browser, size: SizeName = 'desktop', options: DeviceOptions = {}): Promise<BrowserContext> {
  const context = await browser.newContext({ ...options, ...deviceOptions(size) });
  tapOnPhones(context, size === 'phone');
  return context;
}

const touched = new WeakSet<BrowserContext>();

/**
 * Has `click`, `check` and `uncheck` tap where the context is touched, so that a test is written once for mouse and finger, and
 * refuse a window that only has the size of a phone.
 */
export function tapOnPhones(context: BrowserContext, hasTouch: boolean): void {
  if (hasTouch) touched.add(context);
  context.on('page', (page) => teachToTap(Object.getPrototypeOf(page.locator('html')) as Locator));
}

function isTouched(locator: Locator): boolean {
  const page = locator.page();
  if (touched.has(page.context())) return true;
  if (isPhone(page.viewportSize() ?? sizes.desktop)) throw new Error('A window of this size is tapped: open it as a phone.');
  return false;
}

let taught = false;

/** All pages share the methods of their locators. */
function teachToTap(locators: Locator): void {
  if (taught) return;
  taught = true;
  const { click, check, uncheck } = locators;
  const turn = async (locator: Locator, on: boolean, options: Parameters<Locator['check']>[0]) => {
    if ((await locator.isChecked()) !== on) await locator.tap(options);
    await expect(locator).toBeChecked({ checked: on });
  };
  locators.click = function (options) {
    return isTouched(this) ? this.tap(options) : click.call(this, options);
  };
  locators.check = function (options) {
    return isTouched(this) ? turn(this, true, options) : check.call(this, options);
  };
  locators.uncheck = function (options) {
    return isTouched(this) ? turn(this, false, options) : uncheck.call(this, options);
  };
}

/** One for each page that was resized: what it has set holds as long as it is open. */
const sessions = new WeakMap<Page, CDPSession>();

/**
 * Gives an open page another size; the size of a phone brings a phone's viewport. The page keeps its finger or its mouse, because
 * Chromium does not give a page its mouse back.
 */
export async function resize(page: Page, size: Size): Promise<void> {
  await page.setViewportSize(size);
  const session = sessions.get(page) ?? (await page.context().newCDPSession(page));
  sessions.set(page, session);
  await session.send('Emulation.setDeviceMetricsOverride', {
    ...size,
    screenWidth: size.width,
    screenHeight: size.height,
    deviceScaleFactor: 1,
    mobile: isPhone(size),
  });
}

/** Drags with a finger from one point of the window to another. */
export async function dragByTouch(page: Page, from: { x: number; y: number }, to: { x: number; y: number }): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', touchPoints: { x: number; y: number }[]) =>
    session.send('Input.dispatchTouchEvent', { type, touchPoints });
  await touch('touchStart', [from]);
  for (const part of [0.1, 0.5, 1]) await touch('touchMove', [{ x: from.x + (to.x - from.x) * part, y: from.y + (to.y - from.y) * part }]);
  await touch('touchEnd', []);
  await session.detach();
}
