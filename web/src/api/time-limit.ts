/** What a call sends decides how long it may take. */
export type CallKind = 'read' | 'write' | 'upload' | 'download';

/**
 * How long a call may take until its whole answer is there, in milliseconds. The gateway gives up earlier and says what is wrong, so
 * these limits end only calls whose connection hangs.
 */
export const timeLimits: Readonly<Record<CallKind, number>> = { read: 20_000, write: 40_000, upload: 300_000, download: 300_000 };

/** A write with a larger body, in bytes, has the time of an upload, because a slow line needs longer for it. */
const largeBody = 64_000;

export function kindOf({ method, body, url = '' }: { method: string; body: string | null; url?: string }): CallKind {
  if (url.startsWith('/api/download_')) return 'download';
  if (method.toUpperCase() === 'GET') return 'read';
  return body !== null && body.length > largeBody ? 'upload' : 'write';
}

/** A signal that is aborted with `signal`, or when the time is over. `AbortSignal.any` is missing in Safari before 17.4. */
export function withTimeLimit(signal: AbortSignal, kind: CallKind) {
  const controller = new AbortController();
  const abort = () => controller.abort();
  const timer = setTimeout(abort, timeLimits[kind]);
  signal.addEventListener('abort', abort);
  if (signal.aborted) abort();
  return {
    signal: controller.signal,
    /** The call is over. */
    end: () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', abort);
    },
  };
}
