import type { OnProgress } from './upload';

/** What a call sends. */
export interface CallArgs {
  url: string;
  method?: string;
  body?: unknown;
  params?: Record<string, unknown>;
  headers?: Record<string, string | undefined>;
  /** The answer is a file, whose text becomes the data. */
  isFile?: boolean;
  /** Called with the part of the body that has been sent, from 0 to 1. */
  onProgress?: OnProgress;
}

/** What is known about an answer besides its body. */
export interface CallMeta {
  /** Where the next page of a bare list starts; null at the end. */
  nextCursor: string | null;
  /** Whose token the call carried. */
  caller: 'account' | 'guest' | 'nobody';
  /** When the server gave this answer, if it was stored (milliseconds since the epoch). */
  answeredAt?: number;
}

/** A random idempotency key. `crypto.randomUUID` is missing on insecure origins. */
export function newKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** What a call sends decides how long it may take. */
type CallKind = 'read' | 'write' | 'upload' | 'download';

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
