import { createReducer, type UnknownAction } from '@reduxjs/toolkit';
import { api } from './root-api';

interface Answered extends UnknownAction {
  meta: { arg: { queryCacheKey: string } };
}
const isAnswered = (action: UnknownAction): action is Answered => action.type === 'api/executeQuery/fulfilled';

/** The queries, by cache key, whose answer the app has changed since the server gave it, so that its ETag names it no more. */
export const changedAnswersReducer = createReducer<Record<string, true>>({}, (builder) =>
  builder
    .addMatcher(api.internalActions.queryResultPatched.match, (changed, { payload }) => {
      changed[payload.queryCacheKey] = true;
    })
    .addMatcher(isAnswered, (changed, { meta }) => {
      Reflect.deleteProperty(changed, meta.arg.queryCacheKey);
    }),
);
