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

let isAssumed = false;

export const assumedOnServer = (): Readonly<Assumed> => assumed;

/** Sets what components render with on the server, and in the browser while they take over what the server rendered. */
export function assume(values: Assumed): void {
  assumed = values;
  isAssumed = true;
}

/** Whether the first render is one of a page that the server renders, there or here. */
export const isPageRendered = (): boolean => isAssumed;
