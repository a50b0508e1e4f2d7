/** The shape of every answer of the server (api.md 1). */
export interface Envelope<T> {
  status: boolean;
  message: { main_msg: string; iv_msg: Record<string, string> };
  data: T;
}

export const temporaryServerIssue = 'Temporary server issue';

/** Why a call brought nothing. `refused`: the user can mend it; `iv_msg` says which fields. */
export interface Failure {
  kind: 'refused' | 'login_over' | 'forbidden' | 'not_found' | 'too_large' | 'unsupported_media' | 'too_many' | 'unavailable';
  main_msg: string;
  iv_msg: Record<string, string>;
  /** Which of 401 and 422, when the login is over. */
  status: number;
  /** After how many seconds it may be tried again, where the server said so. */
  wait?: number;
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

function isEnvelope(value: unknown): value is Envelope<unknown> {
  return typeof value === 'object' && value !== null && 'status' in value && 'message' in value;
}

/** Judges an answer: null when it was done, otherwise what went wrong. */
export function failureOf(status: number, body: unknown): Failure | null {
  if (!isEnvelope(body)) return { kind: 'unavailable', main_msg: temporaryServerIssue, iv_msg: {}, status };
  const { main_msg, iv_msg } = body.message;
  if (status === 200) {
    return body.status ? null : { kind: 'refused', main_msg: main_msg, iv_msg: iv_msg ?? {}, status };
  }
  const kind = kinds[status];
  if (!kind) return { kind: 'unavailable', main_msg: temporaryServerIssue, iv_msg: {}, status };
  return { kind, main_msg, iv_msg: iv_msg ?? {}, status };
}

/** Reads a caught or returned error of a call as a Failure. */
export function asFailure(error: unknown): Failure {
  if (typeof error === 'object' && error !== null && 'kind' in error && 'main_msg' in error) return error as Failure;
  return { kind: 'unavailable', main_msg: temporaryServerIssue, iv_msg: {}, status: 0 };
}
