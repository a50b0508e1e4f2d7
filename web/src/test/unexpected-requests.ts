import { HttpNetworkFrame } from 'msw/experimental';
import type { SharedOptions } from 'msw';

/** The requests of the current test that no handler answers. */
const unexpected: string[] = [];

/** Fails such a request and remembers it, because the app handles a failed request and would hide the mistake. */
export const failUnexpected: SharedOptions['onUnhandledFrame'] = ({ frame, defaults }) => {
  if (frame instanceof HttpNetworkFrame) {
    const { method, url } = frame.data.request;
    unexpected.push(`${method} ${url}`);
  }
  defaults.error();
};

/** The unexpected requests since the last call. */
export const takeUnexpected = (): string[] => unexpected.splice(0);
