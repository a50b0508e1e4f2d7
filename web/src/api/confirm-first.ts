import type { BaseQueryApi } from '@reduxjs/toolkit/query/react';
import type { Failure } from './envelope';
import { codeAsked } from './session';

/** The field of the refusal, and of the call that takes the code (api.md 1). */
const field = 'iv_confirmation_code';
/** How often a confirmed account tries: a service that has not heard of it yet waits half a second for that, each time. */
const mostTries = 6;

type Dispatch = BaseQueryApi['dispatch'];
interface Result {
  error?: unknown;
}

let waiting: { answer: Promise<boolean>; resolve: (isConfirmed: boolean) => void } | null = null;

/** Opens the dialog for the mailed code; resolves with whether the address is confirmed. Those who ask together get one answer. */
function askForCode(dispatch: Dispatch): Promise<boolean> {
  dispatch(codeAsked(true));
  if (waiting) return waiting.answer;
  let resolve: (isConfirmed: boolean) => void = () => undefined;
  const answer = new Promise<boolean>((resolved) => (resolve = resolved));
  waiting = { answer, resolve };
  return answer;
}

/** The address is confirmed, or the dialog was closed: what waits goes on, or fails with the server's words. */
export function answerCode(dispatch: Dispatch, isConfirmed: boolean): void {
  dispatch(codeAsked(false));
  waiting?.resolve(isConfirmed);
  waiting = null;
}

/**
 * A call that the server refused until the mail address is confirmed waits for the code, and is then sent as it was: nothing
 * typed is lost (product.md 1.5).
 */
export async function confirmFirst<R extends Result>(refused: R, dispatch: Dispatch, send: () => R | PromiseLike<R>): Promise<R> {
  // Its words are those of the whole call: no form has this field.
  if (!(await askForCode(dispatch))) return { ...refused, error: { ...(refused.error as Failure), iv_msg: {} } };
  let result = await send();
  for (let tries = 1; tries < mostTries && result.error && field in (result.error as Failure).iv_msg; tries += 1) result = await send();
  return result;
}
