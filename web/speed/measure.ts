/*
 * Measures pages as a phone of the middle class sees them (390x844, CPU four times slower, 1.6 Mbit/s, 150 ms round trip, cold cache),
 * each beside its limit: the same first screen as a page without script, its styles inline, compressed. Prints one line of JSON for each
 * page, medians of the runs, and one for the taps.
 *
 * node speed/measure.ts BASE_URL RUNS PROVIDER_PATH PATH... ; a path that begins with 'account:' is opened signed in.
 */
import { chromium, type BrowserContext } from '@playwright/test';
import { loadPage, type PageLoad } from './page-load.ts';
import { newPhone, signIn } from './phone.ts';
import { serveStatic, staticCopy } from './static-copy.ts';
import { measureTaps } from './taps.ts';

/** What a visitor would press first, by the beginning of the path. */
const controls: readonly (readonly [path: string, selector: string])[] = [
  ['/p/', 'main input[type="checkbox"]'],
  ['/search', 'main input[type="search"]'],
  ['/', 'main article a, main article button'],
];

const median = (values: number[]) => values.sort((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0;

const figureNames = ['largestPaint', 'blocked', 'shift', 'usable', 'requests', 'bytes'] as const;
const medians = (loads: readonly PageLoad[]) =>
  Object.fromEntries(figureNames.map((name) => [name, Math.round(median(loads.map((one) => one[name])) * 1000) / 1000]));

async function measureLoads(open: () => Promise<BrowserContext>, address: string, runs: number, control = '') {
  const first: PageLoad[] = [];
  const second: PageLoad[] = [];
  let copy = '';
  for (let run = 0; run < runs; run += 1) {
    const context = await open();
    const { page, ...load } = await loadPage(context, address, control);
    if (run === 0) copy = await staticCopy(page);
    first.push(load);
    if (control) {
      await page.close();
      second.push(await loadPage(context, address, control));
    }
    await context.close();
  }
  return { copy, first, second };
}

const [base = 'http://127.0.0.1:8000', runs = '5', provider = '/', ...paths] = process.argv.slice(2);
const browser = await chromium.launch({
  ...(process.env['CHROMIUM_PATH'] ? { executablePath: process.env['CHROMIUM_PATH'] } : {}),
  args: [
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
    '--disable-gpu',
    '--no-first-run',
    '--no-sandbox',
  ],
});
const account = paths.some((path) => path.startsWith('account:'))
  ? await signIn(browser, base, process.env['ACCOUNT_EMAIL'] ?? '', process.env['ACCOUNT_PASSWORD'] ?? '')
  : undefined;
for (const path of paths) {
  const address = path.replace('account:', '');
  const [, control] = controls.find(([start]) => address.startsWith(start)) ?? [];
  const open = () => newPhone(browser, address === path ? undefined : account);
  const { copy, first, second } = await measureLoads(open, base + address, Number(runs), control);
  const { server, address: copied } = await serveStatic(base, copy);
  const limit = await measureLoads(() => newPhone(browser), copied, Number(runs));
  server.close();
  const doubled = [...new Set(first.flatMap((one) => one.doubled))];
  const figures = { ...medians(first), secondView: medians(second)['largestPaint'], limit: medians(limit.first)['largestPaint'], doubled };
  process.stdout.write(`${JSON.stringify({ path, ...figures })}\n`);
}
const taps = await measureTaps(browser, base, provider, Number(runs));
const quantile = (part: number) => taps[Math.min(taps.length - 1, Math.floor(taps.length * part))] ?? 0;
process.stdout.write(`${JSON.stringify({ taps: taps.length, median: quantile(0.5), most: quantile(0.98) })}\n`);
await browser.close();
