import type { BrowserContext, CDPSession, Page } from '@playwright/test';
import { slowDown } from './phone.ts';

/** A page counts as settled after this long without a request or a long task, in milliseconds. */
const settled = 1500;
const longestLoad = 30_000;

export interface PageLoad {
  /** Milliseconds from the navigation. */
  largestPaint: number;
  /** Milliseconds over 50 of each long task, summed. */
  blocked: number;
  shift: number;
  /** Milliseconds from the navigation until the page's control answers; 0 where no control was named. */
  usable: number;
  requests: number;
  bytes: number;
  /** Calls to /api that were made more than once. */
  doubled: string[];
}

/** Measures in the page; it must run before the page's own scripts. `control`: the CSS selector of what a visitor would press first. */
function observe(control: string): void {
  const found = { largestPaint: 0, blocked: 0, shift: 0, usable: 0, lastTask: 0 };
  Object.assign(globalThis, { found });
  new PerformanceObserver((list) => list.getEntries().forEach((entry) => (found.largestPaint = entry.startTime))).observe({
    type: 'largest-contentful-paint',
    buffered: true,
  });
  new PerformanceObserver((list) =>
    list.getEntries().forEach((entry) => {
      found.blocked += entry.duration - 50;
      found.lastTask = performance.now();
    }),
  ).observe({ type: 'longtask', buffered: true });
  // React keeps an element's handlers on the element, once it has taken it over.
  const look = () => {
    const element = control ? document.querySelector(control) : null;
    if (element && Object.keys(element).some((key) => key.startsWith('__reactProps'))) found.usable = performance.now();
    else if (control) requestAnimationFrame(look);
  };
  look();
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
  while (Date.now() < end && (traffic.open > 0 || Date.now() - traffic.last < settled))
    await new Promise((resolve) => setTimeout(resolve, 100));
}

/** Opens one address in a new page of `context` and measures it, until it is settled. */
export async function loadPage(context: BrowserContext, address: string, control = ''): Promise<PageLoad & { page: Page }> {
  const page = await context.newPage();
  await page.addInitScript(observe, control);
  const session = await slowDown(page);
  const traffic = await watchTraffic(session);
  await page.goto(address, { waitUntil: 'commit' });
  await waitUntilSettled(traffic);
  const found = await page.evaluate(() => (globalThis as unknown as { found: Omit<PageLoad, 'requests' | 'bytes' | 'doubled'> }).found);
  return {
    ...found,
    requests: traffic.requests,
    bytes: traffic.bytes,
    doubled: [...traffic.calls].filter(([, times]) => times > 1).map(([call]) => call),
    page,
  };
}
