import { useEffect, useRef } from 'react';
import type { FeedPost } from '@/api';
import { useNow } from '@/ui';
import { statusOf } from '../post-status';

/** How late the server may bring a scheduled post out, in milliseconds. */
const mostLate = 1000;
/** Timers know no longer waits. */
const longest = 2 ** 31 - 1;

/** The time, told anew when the next scheduled post comes out; then the list is asked for again, too. */
export function useNextPublication(posts: readonly FeedPost[], reload: () => void): Date {
  const now = useNow();
  const latest = useRef(reload);
  useEffect(() => {
    latest.current = reload;
  }, [reload]);
  const times = posts.filter((post) => statusOf(post, now) === 'scheduled').map(({ post_date }) => Date.parse(post_date));
  const next = times.length ? Math.min(...times) : null;
  useEffect(() => {
    if (next === null) return;
    const wait = next - Date.now() + mostLate;
    if (wait > longest) return;
    const timer = setTimeout(() => latest.current(), Math.max(mostLate, wait));
    return () => clearTimeout(timer);
  }, [next]);
  return now;
}
