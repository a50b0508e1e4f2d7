import { useEffect, useState } from 'react';

/** The current time, updated every half minute, so that what depends on it (overdue, ago) needs no reload. */
export function useNow(everyMilliseconds = 30_000): Date {
  const [now, setNow] = useState(() => new Date());
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), everyMilliseconds);
    return () => clearInterval(timer);
  }, [everyMilliseconds]);
  return now;
}
