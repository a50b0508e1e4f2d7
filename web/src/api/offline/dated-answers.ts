import type { Middleware, UnknownAction } from '@reduxjs/toolkit';
import type { CallMeta } from '../call';
import { api } from '../root-api';

interface Answered extends UnknownAction {
  meta: {
    fulfilledTimeStamp: number;
    baseQueryMeta?: CallMeta;
    arg: { queryCacheKey: string; endpointName: string; originalArgs: unknown };
  };
}

const isAnswered = (action: unknown): action is Answered => (action as UnknownAction).type === 'api/executeQuery/fulfilled';

/** Asks the server again for everything that is shown as it was last seen. */
export interface DatedAnswers {
  middleware: Middleware;
  refetch: (dispatch: (action: never) => unknown) => void;
}

type Initiate = (arg: unknown, options: { forceRefetch: true; subscribe: false }) => never;

/**
 * Dates answers that were stored: RTK Query's `fulfilledTimeStamp` says when the server gave them, so that screens can say
 * 'as of 10:32', and lists that must be fresh are fetched anew.
 */
export function datedAnswers(): DatedAnswers {
  const stored = new Map<string, { endpointName: string; originalArgs: unknown }>();
  return {
    middleware: () => (next) => (action) => {
      if (!isAnswered(action)) return next(action);
      const { arg, baseQueryMeta } = action.meta;
      const answeredAt = baseQueryMeta?.answeredAt;
      if (answeredAt === undefined) {
        stored.delete(arg.queryCacheKey);
        return next(action);
      }
      stored.set(arg.queryCacheKey, arg);
      return next({ ...action, meta: { ...action.meta, fulfilledTimeStamp: answeredAt } });
    },
    refetch: (dispatch) => {
      const endpoints = api.endpoints as Record<string, { initiate: Initiate }>;
      for (const { endpointName, originalArgs } of stored.values()) {
        const endpoint = endpoints[endpointName];
        if (endpoint) dispatch(endpoint.initiate(originalArgs, { forceRefetch: true, subscribe: false }));
      }
    },
  };
}
