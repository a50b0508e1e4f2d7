import { expect, type Locator, type Page } from '@playwright/test';

/** Whether bars cover all of what has the focus (WCAG 2.4.11). */
function isFocusHidden(): string {
  const focused = document.activeElement;
  if (!(focused instanceof HTMLElement) || focused === document.body) return '';
  const label = focused instanceof HTMLInputElement && getComputedStyle(focused).opacity === '0' ? focused.labels?.[0] : undefined;
  const { left, top, width, height } = (label ?? focused).getBoundingClientRect();
  const isSeen = [0.1, 0.5, 0.9].some((x) =>
    [0.1, 0.5, 0.9].some((y) => {
      const hit = document.elementFromPoint(left + width * x, top + height * y);
      return (
        hit !== null &&
        (focused.contains(hit) || hit.contains(focused) || label?.contains(hit) === true || focused.parentElement?.contains(hit) === true)
      );
    }),
  );
  return isSeen ? '' : focused.outerHTML.slice(0, 200);
}

/** Moves the focus to the element with the Tab key alone; it must be seen at every stop on the way. */
export async function tabTo(page: Page, target: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  await expect(target).toBeAttached();
  for (let pressed = 0; pressed < 80; pressed += 1) {
    expect(await page.evaluate(isFocusHidden), 'a focus under a bar').toBe('');
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press(key);
  }
  throw new Error(`Tab does not lead to ${String(target)}`);
}

/** Tabs to the element and presses a key on it. */
export async function press(page: Page, target: Locator, key = 'Enter'): Promise<void> {
  await tabTo(page, target);
  await page.keyboard.press(key);
}

/** Types into the field that Tab leads to. */
export async function type(page: Page, target: Locator, text: string): Promise<void> {
  await tabTo(page, target);
  await page.keyboard.press('Control+A');
  await page.keyboard.type(text);
}

/** Pastes into the field that Tab leads to, as a password manager's user or the reader of a mail does (WCAG 3.3.8). */
export async function paste(page: Page, target: Locator, text: string): Promise<void> {
  await tabTo(page, target);
  await page.evaluate((copied) => navigator.clipboard.writeText(copied), text);
  await page.keyboard.press('Control+V');
  await expect(target).toHaveValue(text);
}

/** Opens a dialog with the key, expects the focus in it and to stay in it, and back on its button when Escape has closed it. */
export async function opensAndCloses(page: Page, opener: Locator): Promise<void> {
  await opener.focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog').last();
  await expect(dialog).toBeVisible();
  const isInside = () => dialog.evaluate((element) => element.contains(document.activeElement));
  await expect.poll(isInside, { message: 'the focus moves into the dialog' }).toBe(true);
  for (const key of ['Tab', 'Tab', 'Shift+Tab', 'Shift+Tab', 'Shift+Tab']) {
    await page.keyboard.press(key);
    expect(await isInside(), 'the focus stays in the dialog').toBe(true);
  }
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await expect(opener).toBeFocused();
}
