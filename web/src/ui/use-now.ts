import { useEffect, useState } from 'react';

/** The time, told anew every half minute: what depends on it (overdue, ago) does not wait for a reload. */
export function useNow(everyMilliseconds = 30_000): Date {
  const [now, setNow] = useState(() => new Date());
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), everyMilliseconds);
    return () => clearInterval(timer);
  }, [everyMilliseconds]);
  return now;
}
