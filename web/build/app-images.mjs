/**
 * Draws the pictures of the web app manifest, which are committed: icons from the brand mark, and screenshots of a running
 * system with demo data (make run). They are made anew when the mark or these screens change:
 *
 *   npm run app-images -- http://127.0.0.1:8000
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { demoPage, launched, settled } from './demo-pages.mjs';

const [origin = 'http://127.0.0.1:8000'] = process.argv.slice(2);
const folder = new URL('../public/app/', import.meta.url);
const mark = readFileSync(new URL('../public/favicon.svg', import.meta.url), 'utf8').replace(/\s*<\/?svg[^>]*>\s*/g, '');

/** The paper of tokens.css. */
const PAPER = '#faf8f4';

/** The mark on paper. `share`: which part of the width it takes; a maskable icon is seen in a circle of 80 % (W3C App Manifest). */
function icon(share, background) {
  const width = 32 / share;
  const start = 16 - width / 2;
  const paper = background ? `<rect x="${start}" y="${start}" width="${width}" height="${width}" fill="${background}" />` : '';
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${start} ${start} ${width} ${width}">
  ${paper}<g fill="none" stroke-width="7">${mark}</g>
</svg>
`;
}

async function drawIcon(browser, name, svg, size) {
  const page = await browser.newPage({ viewport: { width: size, height: size } });
  await page.setContent(`<style>body { margin: 0 } svg { display: block; width: 100vw }</style>${svg}`);
  await page.screenshot({ path: new URL(name, folder).pathname, omitBackground: true });
  await page.close();
}

async function takeScreenshot(page, path, name, quality) {
  await page.goto(path);
  await settled(page);
  await page.screenshot({ path: new URL(name, folder).pathname, type: 'jpeg', quality, animations: 'disabled' });
}

const narrow = { viewport: { width: 390, height: 780 }, deviceScaleFactor: 1.5, isMobile: true, hasTouch: true };
const wide = { viewport: { width: 1280, height: 800 } };

mkdirSync(folder, { recursive: true });
const browser = await launched();
writeFileSync(new URL('icon-maskable.svg', folder), icon(0.56, PAPER));
for (const size of [192, 512]) {
  await drawIcon(browser, `icon-${size}.png`, icon(0.9, ''), size);
  await drawIcon(browser, `icon-maskable-${size}.png`, icon(0.56, PAPER), size);
}
await drawIcon(browser, 'apple-touch-icon.png', icon(0.7, PAPER), 180);
const phone = await demoPage(browser, origin, 'nora@demo.example', narrow);
await takeScreenshot(phone, '/feed', 'feed-narrow.jpg', 70);
await takeScreenshot(phone, '/p/kenji_mori', 'provider-narrow.jpg', 75);
await takeScreenshot(phone, '/message', 'messages-narrow.jpg', 75);
const desktop = await demoPage(browser, origin, 'nora@demo.example', wide);
await takeScreenshot(desktop, '/feed', 'feed-wide.jpg', 70);
await takeScreenshot(desktop, '/schedule_manager/upcoming_schedule', 'schedule-wide.jpg', 75);
await browser.close();
