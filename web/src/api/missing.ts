import type { Envelope } from './envelope';
import { openhoursApi } from './openhours';
import { useSession } from './session';

/**
 * What an answer says about a part that it lacks; null when it holds the part. The parts of a composed call whose service
 * did not answer are empty, and named in `missing` (api.md 8).
 */
export function problemOf({ data, message }: Envelope<object | null>, part: string): string | null {
  const missing: unknown = data && 'missing' in data ? data.missing : [];
  return Array.isArray(missing) && missing.includes(part) ? message.main_msg : null;
}

interface Query<T> {
  currentData?: T | undefined;
  isFetching: boolean;
  isError: boolean;
  error?: unknown;
  refetch: () => unknown;
}

/** The query as somebody sees it who needs this part: an answer without it has failed, with the answer's own words. */
export function needing<T extends Envelope<object | null>>(query: Query<T>, part: string): Query<T> {
  const main_msg = query.currentData ? problemOf(query.currentData, part) : null;
  return main_msg === null ? query : { ...query, currentData: undefined, isError: true, error: { main_msg } };
}

/**
 * The viewer's circle and blocks. `isUnknown`: they could not be fetched, so nobody can tell what a control would do;
 * `retry` asks again.
 */
export function useCircleAndBlocks() {
  const { isAuthenticated } = useSession();
  const query = needing(openhoursApi.useGetUserFavDataQuery(undefined, { skip: !isAuthenticated }), 'circle');
  return { known: query.currentData?.data, isUnknown: query.isError, isFetching: query.isFetching, retry: () => void query.refetch() };
}
