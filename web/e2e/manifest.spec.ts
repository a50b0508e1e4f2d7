import { expect, test } from './fixtures';

interface Picture {
  src: string;
  sizes: string;
  type: string;
  purpose?: string;
  form_factor?: string;
}
interface Manifest {
  start_url: string;
  icons: Picture[];
  screenshots: Picture[];
  shortcuts: { name: string; url: string; icons: Picture[] }[];
}

/** The most that a screenshot may weigh, in bytes. */
const HEAVIEST = 150_000;

test('the app can be installed: its manifest has icons, shortcuts and screenshots that are what they say', async ({ page, request }) => {
  const manifest = (await (await request.get('/manifest.webmanifest')).json()) as Manifest;
  await page.goto('/user_request');
  for (const { src, sizes, type } of [...manifest.icons, ...manifest.screenshots, ...manifest.shortcuts.flatMap(({ icons }) => icons)]) {
    const answer = await request.get(src);
    expect([src, answer.headers()['content-type']]).toEqual([src, type]);
    expect((await answer.body()).length, src).toBeLessThan(HEAVIEST);
    const drawn = await page.evaluate(async (address) => {
      const image = new Image();
      image.src = address;
      await image.decode();
      return `${image.naturalWidth}x${image.naturalHeight}`;
    }, src);
    if (sizes !== 'any') expect([src, drawn]).toEqual([src, sizes]);
  }
  expect(manifest.icons.filter(({ purpose }) => purpose === 'maskable').map(({ sizes }) => sizes)).toEqual(['any', '192x192', '512x512']);
  expect(new Set(manifest.screenshots.map(({ form_factor }) => form_factor))).toEqual(new Set(['narrow', 'wide']));
  expect(manifest.shortcuts.map(({ name }) => name)).toEqual(['Feed', 'Schedule', 'Messages', 'Search']);
  for (const url of [manifest.start_url, ...manifest.shortcuts.map(({ url }) => url)])
    expect([url, (await request.get(url)).status()]).toEqual([url, 200]);
  await expect(page.locator('link[rel="apple-touch-icon"]')).toHaveAttribute('href', '/app/apple-touch-icon.png');
});
