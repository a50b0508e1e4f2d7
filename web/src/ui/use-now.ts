import { useEffect, useState } from 'react';

/** How often the shown time goes on, in milliseconds. */
const tick = 30_000;

/** The current time, updated every half minute, so that what depends on it (overdue, ago) needs no reload. */
export function useNow(): Date {
  const [now, setNow] = useState(() => new Date());
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), tick);
    return () => clearInterval(timer);
  }, []);
  return now;
}
