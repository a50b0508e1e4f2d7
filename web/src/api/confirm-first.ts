import { createSlice, type Dispatch } from '@reduxjs/toolkit';
import type { BaseQueryFn } from '@reduxjs/toolkit/query/react';
import type { Failure } from './envelope';

/** Whether the dialog for the mailed code is asked for. */
export interface ConfirmFirstState {
  isAsked: boolean;
}

const slice = createSlice({
  name: 'confirmFirst',
  initialState: { isAsked: false } as ConfirmFirstState,
  reducers: {
    asked: (state) => void (state.isAsked = true),
    answered: (state) => void (state.isAsked = false),
  },
});

export const confirmFirstReducer = slice.reducer;
export const selectIsCodeAsked = ({ confirmFirst }: { confirmFirst: ConfirmFirstState }): boolean => confirmFirst.isAsked;

/** The field of the refusal, and of the call that takes the code (api.md 1). */
const field = 'iv_confirmation_code';
const ownCall = '/api/confirm_account_by_code';

let waiting: { answer: Promise<boolean>; resolve: (isConfirmed: boolean) => void } | null = null;

/** Opens the dialog for the mailed code; resolves with whether the address is confirmed. Those who ask together get one answer. */
export function askForCode(dispatch: Dispatch): Promise<boolean> {
  dispatch(slice.actions.asked());
  if (waiting) return waiting.answer;
  let resolve: (isConfirmed: boolean) => void = () => undefined;
  const answer = new Promise<boolean>((resolved) => (resolve = resolved));
  waiting = { answer, resolve };
  return answer;
}

/** The address is confirmed, or the dialog was closed: what waits goes on, or fails with the server's words. */
export function answerCode(dispatch: Dispatch, isConfirmed: boolean): void {
  dispatch(slice.actions.answered());
  waiting?.resolve(isConfirmed);
  waiting = null;
}

const isRefused = ({ error }: { error?: unknown }): boolean => error !== undefined && field in (error as Failure).iv_msg;

/** How often a confirmed account tries: a service that has not heard of it yet waits half a second for that, each time. */
const mostTries = 6;

async function sendAgain<R extends { error?: unknown }>(send: () => R | PromiseLike<R>): Promise<R> {
  let result = await send();
  for (let tries = 1; tries < mostTries && isRefused(result); tries += 1) result = await send();
  return result;
}

/**
 * A call that the server refuses until the mail address is confirmed waits for the code, and is then sent as it was: nothing
 * typed is lost (product.md 1.5).
 */
export function withConfirmation<A, M>(callServer: BaseQueryFn<A, unknown, Failure, object, M>): typeof callServer {
  return async (args, queryApi, options) => {
    const result = await callServer(args, queryApi, options);
    const url = typeof args === 'string' ? args : (args as { url: string }).url;
    if (!result.error || !isRefused(result) || url === ownCall) return result;
    if (await askForCode(queryApi.dispatch)) return sendAgain(() => callServer(args, queryApi, options));
    // Its words are those of the whole call: no form has this field.
    return { ...result, error: { ...result.error, iv_msg: {} } };
  };
}
