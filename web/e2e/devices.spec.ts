import { expect, test, type Page } from './fixtures';
import { deviceOptions, openDevice, resize, sizes } from './devices';
import { expectAsWideAsScreen, expectInPlace } from './in-place';

/** That the phones of these tests are phones, and that what goes wrong on phones is seen. */

/** A page as the app's own, with these parts; what is pressed notes its kind of pointer. */
async function show(page: Page, parts: string): Promise<void> {
  await page.setContent(
    `<meta name="viewport" content="width=device-width, initial-scale=1"><body style="margin: 0" onpointerdown="document.title = event.pointerType">${parts}`,
  );
}

const box = (left: number, more = '') =>
  `<div role="menu" aria-label="Menu" style="position: absolute; left: ${left}px; width: 200px; height: 40px; ${more}">A menu</div>`;

test('a phone is tapped, and a desktop is clicked', async ({ browser }) => {
  for (const [size, pointer] of [
    ['phone', 'touch'],
    ['desktop', 'mouse'],
  ] as const) {
    const page = await (await openDevice(browser, size)).newPage();
    await show(page, '<button>Press</button><input type="checkbox" aria-label="On">');
    for (const press of ['click', 'check', 'uncheck'] as const) {
      await page.evaluate(() => (document.title = ''));
      await page.getByRole(press === 'click' ? 'button' : 'checkbox')[press]();
      await expect(page, `${press} on a ${size}`).toHaveTitle(pointer);
    }
    await expect(page.getByRole('checkbox')).not.toBeChecked();
  }
});

test.describe('opened by its options', () => {
  test.use(deviceOptions('phone'));
  test('a phone is tapped', async ({ page }) => {
    await show(page, '<button>Press</button>');
    await page.getByRole('button').click();
    await expect(page).toHaveTitle('touch');
  });
});

test('a page that is wider than a phone is seen, from the start and after a window was made small', async ({ browser }) => {
  const phone = await (await openDevice(browser, 'phone')).newPage();
  const desktop = await (await openDevice(browser)).newPage();
  await resize(desktop, sizes.phone);
  for (const page of [phone, desktop]) {
    await show(page, box(100));
    await expectAsWideAsScreen(page);
    await show(page, box(200));
    expect(await page.evaluate(() => window.innerWidth), 'the layout of a phone holds what sticks out').toBe(400);
    await expect(expectAsWideAsScreen(page)).rejects.toThrow('as wide as the screen');
  }
  await expect(async () => desktop.getByRole('menu').click()).rejects.toThrow('open it as a phone');
  await resize(desktop, sizes.desktop);
  await expectAsWideAsScreen(desktop);
  await desktop.getByRole('menu').click();
});

test('what opens beside the screen or moves is seen', async ({ browser }) => {
  const page = await (await openDevice(browser, 'phone')).newPage();
  await show(page, box(100));
  await expectInPlace(page.getByRole('menu'));
  for (const [left, more, fault] of [
    [200, '', 'lies in the window'],
    [100, 'top: 820px', 'lies in the window'],
    [100, 'animation: away 1s infinite', 'stands still'],
  ] as const) {
    await show(page, `<style>@keyframes away { to { translate: 0 40px } }</style>${box(left, more)}`);
    await expect(expectInPlace(page.getByRole('menu'))).rejects.toThrow(fault);
  }
});
