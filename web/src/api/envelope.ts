import { text } from '@/i18n';

/** The shape of every answer of the server (api.md 1). */
export interface Envelope<T> {
  status: boolean;
  message: { main_msg: string; iv_msg: Record<string, string> };
  data: T;
  /** Names this answer. The app adds it from the header, and a call for what is shown already sends it. */
  etag?: string;
}

/** What is said when the server, or a part of it, is away. */
export const temporaryServerIssue = () => text('ui:temporaryServerIssue');

/**
 * Why a call failed. `refused`: the user can correct the input; `iv_msg` has the messages by field. `waiting`: there is no
 * connection, and the write is sent when there is one.
 */
export interface Failure {
  kind: 'waiting' | 'refused' | 'login_over' | 'forbidden' | 'not_found' | 'too_large' | 'unsupported_media' | 'too_many' | 'unavailable';
  main_msg: string;
  iv_msg: Record<string, string>;
  /** The HTTP status; 0 when the server was not reached. */
  status: number;
  /** The seconds to wait before the next try, when the server sent them. */
  wait?: number;
  /** What a refusal says besides its messages, such as how to go on with a second factor; null or missing for none. */
  data?: unknown;
  /** The idempotency key of a waiting write. */
  key?: string;
}

const kinds: Readonly<Record<number, Failure['kind']>> = {
  401: 'login_over',
  422: 'login_over',
  403: 'forbidden',
  404: 'not_found',
  413: 'too_large',
  415: 'unsupported_media',
  429: 'too_many',
};

export function isEnvelope(value: unknown): value is Envelope<unknown> {
  return typeof value === 'object' && value !== null && 'status' in value && 'message' in value;
}

const namesMissingParts = (data: unknown) => typeof data === 'object' && data !== null && 'missing' in data;

/** The failure that an answer reports; null when the call succeeded. */
export function failureOf(status: number, body: unknown): Failure | null {
  if (!isEnvelope(body)) return { kind: 'unavailable', main_msg: temporaryServerIssue(), iv_msg: {}, status };
  const { main_msg, iv_msg } = body.message;
  if (status === 200) {
    return body.status ? null : { kind: 'refused', main_msg: main_msg, iv_msg: iv_msg ?? {}, status, data: body.data };
  }
  const kind = kinds[status];
  // An answer that is not given without one of its parts says which one that is (api.md 8).
  const words = namesMissingParts(body.data) ? main_msg : temporaryServerIssue();
  if (!kind) return { kind: 'unavailable', main_msg: words, iv_msg: {}, status };
  return { kind, main_msg, iv_msg: iv_msg ?? {}, status };
}

/** Converts a caught or returned error of a call to a Failure. */
export function asFailure(error: unknown): Failure {
  if (typeof error === 'object' && error !== null && 'kind' in error && 'main_msg' in error) return error as Failure;
  return { kind: 'unavailable', main_msg: temporaryServerIssue(), iv_msg: {}, status: 0 };
}
