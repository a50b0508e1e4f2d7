import type { AnsweredQueries } from '@/api';

/** What the server did not see and assumed when it rendered the page. The first render here assumes the same. */
export interface Assumed {
  /** The app's language. */
  language: string;
  /** Milliseconds since 1970. */
  now: number;
  bigScreen: boolean;
  /** The viewer's IANA zone; '' when the server did not know it. */
  timezone: string;
}

let assumed: Assumed = { language: 'en', now: 0, bigScreen: false, timezone: '' };

export const assumedOnServer = (): Readonly<Assumed> => assumed;

/** Sets what components render with on the server, and in the browser while they take over what the server rendered. */
export function assume(values: Assumed): void {
  assumed = values;
}

/** What comes with a page that the server rendered. */
export interface RenderedPage extends Assumed {
  /** Path and query under which it was rendered. */
  address: string;
  answers: AnsweredQueries;
}

/** Reads what came with the page; null when the server did not render it. */
export function readRenderedPage(): RenderedPage | null {
  const text = document.getElementById('rendered-page')?.textContent;
  return text ? (JSON.parse(text) as RenderedPage) : null;
}
