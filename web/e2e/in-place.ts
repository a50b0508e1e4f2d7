import { expect, type Locator, type Page } from '@playwright/test';

/**
 * Expects that the page is as wide as the screen that the test asked for. The window's own width says nothing on a phone: it
 * grows with what sticks out.
 */
export async function expectAsWideAsScreen(page: Page): Promise<void> {
  const width = page.viewportSize()?.width ?? 0;
  const found = await page.evaluate(() => ({
    layout: window.innerWidth,
    content: document.documentElement.scrollWidth,
    zoom: window.visualViewport?.scale,
  }));
  expect(found, 'the page is as wide as the screen').toEqual({ layout: width, content: width, zoom: 1 });
}

/** The places of the element in the next ten frames, each once. Runs in the page. */
function placesOf(element: Element): Promise<{ left: number; top: number; right: number; bottom: number }[]> {
  const places = new Map<string, { left: number; top: number; right: number; bottom: number }>();
  return new Promise((resolve) => {
    let frames = 0;
    const look = () => {
      const { left, top, right, bottom } = element.getBoundingClientRect();
      places.set([left, top, right, bottom].join(), { left, top, right, bottom });
      if (++frames < 10) requestAnimationFrame(look);
      else resolve([...places.values()]);
    };
    requestAnimationFrame(look);
  });
}

/** Expects that what has opened lies wholly on the screen, stands still, and has not made the page wider. */
export async function expectInPlace(opened: Locator): Promise<void> {
  await expect(opened).toBeVisible();
  const { width, height } = opened.page().viewportSize() ?? { width: 0, height: 0 };
  const [place, ...others] = await opened.evaluate(placesOf);
  expect(others, 'it stands still').toEqual([]);
  const outside = place && (place.left < 0 || place.top < 0 || place.right > width || place.bottom > height) ? place : null;
  expect(outside, `it lies in the window of ${width} × ${height}`).toBeNull();
  await expectAsWideAsScreen(opened.page());
}
