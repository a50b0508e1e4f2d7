import { useEffect, useRef, useState } from 'react';
import { useGetScheduleChangesQuery, useMarkChangesSeenMutation, type ScheduleChange } from '../api';

/** How long changes must have been on the screen before they count as seen, in milliseconds. */
const GLANCE = 2000;

/**
 * What has changed since the account last looked, on any of its devices. Once it has been on a screen that somebody could see,
 * the server is told; what is shown here stays until the page is opened anew. `revisions` of the bookings say that there is more.
 */
export function useChanges(revisions: number) {
  const { data, currentData, isError, refetch } = useGetScheduleChangesQuery(undefined, { refetchOnMountOrArgChange: true });
  const known = useRef(revisions);
  useEffect(() => {
    if (known.current === revisions) return;
    known.current = revisions;
    void refetch();
  }, [revisions, refetch]);
  const [markSeen] = useMarkChangesSeenMutation();
  const [fresh, setFresh] = useState<{ of: object | null; keys: ReadonlySet<string> }>({ of: null, keys: new Set() });
  const found = currentData?.data;
  const asOf = found?.changes.some(({ is_new }) => is_new) ? found.as_of : '';
  if (found && fresh.of !== found) {
    const added = found.changes.filter(({ is_new }) => is_new).map(keyOf);
    setFresh({ of: found, keys: new Set([...fresh.keys, ...added]) });
  }
  useEffect(() => {
    if (!asOf) return undefined;
    const timer = setTimeout(() => {
      if (document.visibilityState === 'visible') void markSeen({ iv_seen_until: asOf });
    }, GLANCE);
    return () => clearTimeout(timer);
  }, [asOf, markSeen]);
  const changes = data?.data.changes ?? null;
  const isFresh = (change: ScheduleChange) => change.is_new || fresh.keys.has(keyOf(change));
  return { fresh: changes?.filter(isFresh) ?? null, earlier: changes?.filter((each) => !isFresh(each)) ?? [], isError, refetch };
}

const keyOf = ({ order_id, changed_at }: ScheduleChange) => `${order_id} ${changed_at}`;
