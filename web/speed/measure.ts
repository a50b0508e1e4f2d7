/*
 * Measures pages as a phone of the middle class sees them (390x844, CPU four times slower, 1.6 Mbit/s, 150 ms round trip, cold cache),
 * each beside its limit: the same first screen as a page without script, its styles inline, compressed.
 * Prints one line of JSON for each page: medians of the runs.
 *
 * node speed/measure.ts BASE_URL RUNS PATH... ; a path that begins with 'account:' is opened signed in.
 */
import { createServer, type Server } from 'node:http';
import { gzipSync } from 'node:zlib';
import { chromium, type Browser, type BrowserContext, type CDPSession, type Page } from '@playwright/test';

const phone = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true } as const;
const network = { offline: false, latency: 150, downloadThroughput: 1.6e6 / 8, uploadThroughput: 750e3 / 8 };
const slowness = 4;
/** A page is settled when nothing was fetched or computed for this long, in milliseconds. */
const settled = 1500;
const longestLoad = 30_000;

interface Measured {
  /** Milliseconds from the navigation. */
  largestPaint: number;
  /** Milliseconds over 50 of each long task, summed. */
  blocked: number;
  shift: number;
  requests: number;
  bytes: number;
  /** Calls to /api that were made more than once. */
  doubled: string[];
}

/** Runs in the page before anything else. */
function observe(): void {
  const found = { largestPaint: 0, blocked: 0, shift: 0, lastTask: 0 };
  Object.assign(globalThis, { found });
  new PerformanceObserver((list) => list.getEntries().forEach((entry) => (found.largestPaint = entry.startTime))).observe({ type: 'largest-contentful-paint', buffered: true });
  new PerformanceObserver((list) =>
    list.getEntries().forEach((entry) => {
      found.blocked += entry.duration - 50;
      found.lastTask = performance.now();
    }),
  ).observe({ type: 'longtask', buffered: true });
  new PerformanceObserver((list) =>
    list.getEntries().forEach((entry) => {
      const { value, hadRecentInput } = entry as PerformanceEntry & { value: number; hadRecentInput: boolean };
      if (!hadRecentInput) found.shift += value;
    }),
  ).observe({ type: 'layout-shift', buffered: true });
}

interface Traffic {
  requests: number;
  bytes: number;
  last: number;
  open: number;
  calls: Map<string, number>;
}

async function watchTraffic(session: CDPSession): Promise<Traffic> {
  const traffic: Traffic = { requests: 0, bytes: 0, last: Date.now(), open: 0, calls: new Map() };
  await session.send('Network.enable');
  session.on('Network.requestWillBeSent', ({ request }) => {
    if (!request.url.startsWith('http') || request.url.includes('/socket.io/')) return;
    traffic.requests += 1;
    traffic.open += 1;
    traffic.last = Date.now();
    const { pathname, search } = new URL(request.url);
    if (pathname.startsWith('/api/')) traffic.calls.set(pathname + search, (traffic.calls.get(pathname + search) ?? 0) + 1);
  });
  const ended = () => {
    traffic.open -= 1;
    traffic.last = Date.now();
  };
  session.on('Network.loadingFinished', ({ encodedDataLength }) => {
    traffic.bytes += encodedDataLength;
    ended();
  });
  session.on('Network.loadingFailed', ended);
  return traffic;
}

async function waitUntilSettled(traffic: Traffic): Promise<void> {
  const end = Date.now() + longestLoad;
  while (Date.now() < end && (traffic.open > 0 || Date.now() - traffic.last < settled)) await new Promise((resolve) => setTimeout(resolve, 100));
}

async function slowDown(page: Page): Promise<CDPSession> {
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', network);
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowness });
  return session;
}

/** Opens one address in a new page of `context` and measures it. */
export async function measurePage(context: BrowserContext, address: string): Promise<Measured & { page: Page }> {
  const page = await context.newPage();
  await page.addInitScript(observe);
  const session = await slowDown(page);
  const traffic = await watchTraffic(session);
  await page.goto(address, { waitUntil: 'commit' });
  await waitUntilSettled(traffic);
  const found = await page.evaluate(() => (globalThis as unknown as { found: { largestPaint: number; blocked: number; shift: number } }).found);
  return {
    ...found,
    requests: traffic.requests,
    bytes: traffic.bytes,
    doubled: [...traffic.calls].filter(([, times]) => times > 1).map(([call]) => call),
    page,
  };
}

/** The page as it is now without script, with its styles inline: what no app can be quicker than. */
async function staticCopy(page: Page): Promise<string> {
  return page.evaluate(() => {
    const styles = [...document.styleSheets].map((sheet) => [...sheet.cssRules].map((rule) => rule.cssText).join('\n')).join('\n');
    const copy = document.documentElement.cloneNode(true) as HTMLElement;
    copy.querySelectorAll('script, link, style, noscript').forEach((element) => element.remove());
    const style = document.createElement('style');
    style.textContent = styles;
    copy.querySelector('head')?.append(style);
    return `<!doctype html>${copy.outerHTML}`;
  });
}

/** Serves one static page, and everything else of it from the measured server. */
function serveStatic(base: string, html: string): Promise<{ server: Server; address: string }> {
  const body = gzipSync(html);
  const server = createServer((request, response) => {
    if (request.url === '/') {
      response.writeHead(200, { 'content-type': 'text/html; charset=utf-8', 'content-encoding': 'gzip' }).end(body);
      return;
    }
    void fetch(base + (request.url ?? ''), { headers: { accept: request.headers.accept ?? '*/*' } }).then(async (answer) => {
      response.writeHead(answer.status, { 'content-type': answer.headers.get('content-type') ?? '' }).end(Buffer.from(await answer.arrayBuffer()));
    });
  });
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      const place = server.address();
      resolve({ server, address: `http://127.0.0.1:${typeof place === 'object' && place ? place.port : 0}/` });
    });
  });
}

const median = (values: number[]) => values.sort((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0;

async function measureRuns(open: () => Promise<BrowserContext>, address: string, runs: number) {
  const found: Measured[] = [];
  let copy = '';
  for (let run = 0; run < runs; run += 1) {
    const context = await open();
    const { page, ...measured } = await measurePage(context, address);
    if (run === 0) copy = await staticCopy(page);
    found.push(measured);
    await context.close();
  }
  const of = (name: 'largestPaint' | 'blocked' | 'shift' | 'requests' | 'bytes') => Math.round(median(found.map((one) => one[name])) * 1000) / 1000;
  return {
    copy,
    figures: {
      largestPaint: of('largestPaint'),
      blocked: of('blocked'),
      shift: of('shift'),
      requests: of('requests'),
      bytes: of('bytes'),
      doubled: [...new Set(found.flatMap((one) => one.doubled))],
    },
  };
}

async function signIn(browser: Browser, base: string, email: string, password: string) {
  const context = await browser.newContext({ baseURL: base });
  const page = await context.newPage();
  await page.goto('/sign_in');
  await page.getByLabel(/mail/i).fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: /sign in/i }).last().click();
  await page.waitForURL(/feed|my_account/);
  const state = await context.storageState();
  await context.close();
  return state;
}

const [base = 'http://127.0.0.1:8000', runs = '5', ...paths] = process.argv.slice(2);
const browser = await chromium.launch({
  ...(process.env['CHROMIUM_PATH'] ? { executablePath: process.env['CHROMIUM_PATH'] } : {}),
  args: ['--disable-background-networking', '--disable-component-update', '--disable-sync', '--disable-gpu', '--no-first-run', '--no-sandbox'],
});
const account = paths.some((path) => path.startsWith('account:'))
  ? await signIn(browser, base, process.env['ACCOUNT_EMAIL'] ?? '', process.env['ACCOUNT_PASSWORD'] ?? '')
  : undefined;
for (const path of paths) {
  const signedIn = path.startsWith('account:');
  const open = () => browser.newContext({ ...phone, locale: 'en-GB', timezoneId: 'Europe/Berlin', ...(signedIn ? { storageState: account } : {}) });
  const { copy, figures } = await measureRuns(open, base + path.replace('account:', ''), Number(runs));
  const { server, address } = await serveStatic(base, copy);
  const limit = await measureRuns(() => browser.newContext(phone), address, Number(runs));
  server.close();
  process.stdout.write(`${JSON.stringify({ path, ...figures, limit: limit.figures.largestPaint })}\n`);
}
await browser.close();
