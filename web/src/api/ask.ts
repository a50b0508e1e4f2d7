/**
 * Sends a query, unless its answer is there already; resolves with the answer, or with undefined if it failed.
 * It takes what an endpoint's `initiate` returns.
 */
export type Ask = <T>(query: (dispatch: never, getState: never, extra: never) => PromiseLike<{ data?: T | undefined }>) => Promise<T | undefined>;

interface AskingStore {
  dispatch: (action: never) => unknown;
}

/** An `Ask` for one store. */
export const askIn =
  ({ dispatch }: AskingStore): Ask =>
  async <T>(query: Parameters<Ask>[0]) => {
    const { data } = await (dispatch(query as never) as PromiseLike<{ data?: T | undefined }>);
    return data;
  };
