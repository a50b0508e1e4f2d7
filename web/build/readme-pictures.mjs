/**
 * Takes the eight pictures of the README from a running system with demo data, into web/docs. `make pictures` starts such a
 * system and calls this. The clock of the pages stands still, so that a run that takes long shows the same as a quick one.
 *
 *   node build/readme-pictures.mjs http://127.0.0.1:8000
 */
/* global scrollTo -- in the pages that it opens */
import { mkdirSync, writeFileSync } from 'node:fs';
import { demoPage, launched, settled } from './demo-pages.mjs';

const [origin = 'http://127.0.0.1:8000'] = process.argv.slice(2);
const folder = new URL('../docs/', import.meta.url);
const heaviest = 120_000;

const desktop = { viewport: { width: 1440, height: 900 } };
const phone = { viewport: { width: 390, height: 780 }, deviceScaleFactor: 1.5, isMobile: true, hasTouch: true };
const dark = { colorScheme: 'dark' };

/** From the services to a chosen time. */
async function chooseTime(page) {
  await page.getByRole('checkbox', { name: /Exercises by video/ }).check();
  await page.getByRole('button', { name: 'Book session' }).click();
  await page
    .getByRole('region', { name: 'Pick a day' })
    .getByRole('button', { name: /, free time$/ })
    .nth(2)
    .click();
  await page.locator('[data-start]').nth(1).click();
  await page.evaluate(() => scrollTo(0, 0));
}

/** Name, who looks (nobody: ''), address, screen, and what is done before the picture is taken. */
const pictures = [
  ['provider-desktop', '', '/p/mara_weiss', desktop, chooseTime],
  ['schedule-desktop', 'mara@demo.example', '/schedule_manager/upcoming_schedule', desktop],
  ['feed-desktop', '', '/feed', { ...desktop, ...dark }],
  ['search-desktop', '', '/search', desktop],
  ['provider-phone', '', '/p/mara_weiss', phone],
  ['schedule-phone', 'nora@demo.example', '/schedule_manager/upcoming_schedule', { ...phone, ...dark }],
  ['feed-phone-arabic', '', '/feed', { ...phone, locale: 'ar' }],
  ['alerts-phone', 'nora@demo.example', '/alerts', phone],
];

/** Stores what the window shows as WebP, which Playwright's own screenshots are not; a lower quality if it is too heavy. */
async function store(page, name) {
  const session = await page.context().newCDPSession(page);
  for (const quality of [82, 70, 55]) {
    const { data } = await session.send('Page.captureScreenshot', { format: 'webp', quality });
    const picture = Buffer.from(data, 'base64');
    if (picture.length > heaviest) continue;
    writeFileSync(new URL(`${name}.webp`, folder), picture);
    console.log(`${name}.webp  ${Math.round(picture.length / 1000)} kB`);
    return;
  }
  throw new Error(`${name} is heavier than ${heaviest} bytes`);
}

mkdirSync(folder, { recursive: true });
const browser = await launched();
const now = new Date();
now.setSeconds(0, 0);
for (const [name, email, path, screen, act] of pictures) {
  const page = await demoPage(browser, origin, email, screen);
  await page.clock.setFixedTime(now);
  // Twice: fonts that are late at a first visit are not shown (font-display: optional).
  await page.goto(path);
  await settled(page);
  await page.reload();
  await settled(page);
  await act?.(page);
  await settled(page);
  await store(page, name);
  await page.context().close();
}
await browser.close();
