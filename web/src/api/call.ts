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
