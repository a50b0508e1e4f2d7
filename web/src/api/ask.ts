/**
 * Sends a query, unless its answer is there already; resolves with the answer, or with undefined if it failed.
 * It takes what an endpoint's `initiate` returns.
 */
export type Ask = <T>(
  query: (dispatch: never, getState: never, extra: never) => PromiseLike<{ data?: T | undefined }>,
) => Promise<T | undefined>;

interface AskingStore {
  dispatch: (action: never) => unknown;
}

interface Asked<T> extends PromiseLike<{ data?: T | undefined }> {
  unsubscribe?: () => void;
}

/** How long an answer stays subscribed for a screen that is still loading, in milliseconds. By then the screen has its own subscription. */
const handover = 10_000;

/** An `Ask` for one store. */
export const askIn =
  ({ dispatch }: AskingStore): Ask =>
  async <T>(query: Parameters<Ask>[0]) => {
    const asked = dispatch(query as never) as Asked<T>;
    const { data } = await asked;
    setTimeout(() => asked.unsubscribe?.(), handover);
    return data;
  };
