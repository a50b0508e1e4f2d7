/*
 * The server runs this bundle in a bare JavaScript engine, which has no browser's interfaces. These stand in for what the app and its
 * libraries call while they start and render; nothing else is here.
 */
import 'core-js/actual/queue-microtask';
import 'core-js/actual/structured-clone';
import 'core-js/actual/url';
import 'core-js/actual/url-search-params';

/** Requests on their way: `fetch` waits until the server has the answer. */
export interface SentCall {
  address: string;
  answer: (answer: CallAnswer) => void;
}

export interface CallAnswer {
  status: number;
  headers: Record<string, string>;
  body: string;
}

export const sentCalls: SentCall[] = [];

class HeaderList {
  readonly #values = new Map<string, string>();

  constructor(values: Record<string, string> = {}) {
    for (const [name, value] of Object.entries(values)) this.set(name, value);
  }

  get(name: string): string | null {
    return this.#values.get(name.toLowerCase()) ?? null;
  }

  has(name: string): boolean {
    return this.#values.has(name.toLowerCase());
  }

  set(name: string, value: string): void {
    this.#values.set(name.toLowerCase(), value);
  }
}

class NeverAborted {
  readonly signal = { aborted: false, addEventListener: () => undefined, removeEventListener: () => undefined };
  readonly abort = () => undefined;
}

const emptyStorage = { getItem: () => null, setItem: () => undefined, removeItem: () => undefined };

const fetchFromServer = (address: URL) =>
  new Promise((resolve) => {
    sentCalls.push({
      address: address.pathname + address.search,
      answer: ({ status, headers, body }) =>
        resolve({ status, ok: status < 400, headers: new HeaderList(headers), json: () => Promise.resolve(JSON.parse(body)) }),
    });
  });

/** What went wrong while the page was rendered; React writes it to the console. */
export const problems: string[] = [];

/** A part whose code is imported on demand: the browser renders it. */
const isLeftToBrowser = (problem: unknown) => String(problem).includes('does not support Suspense');

function report(problem: unknown): void {
  if (!isLeftToBrowser(problem)) problems.push(problem instanceof Error ? String(problem.stack) : String(problem));
}

Object.assign(globalThis, {
  console: { ...console, error: report },
  AbortController: NeverAborted,
  Headers: HeaderList,
  // Nothing is rendered later than now.
  setTimeout: () => 0,
  clearTimeout: () => undefined,
  setInterval: () => 0,
  clearInterval: () => undefined,
  fetch: fetchFromServer,
  localStorage: emptyStorage,
  sessionStorage: emptyStorage,
  location: { origin: 'http://page' },
  navigator: { languages: [], language: '', userAgent: '' },
});
