import { useMemo } from 'react';
import { useGetBlockedTimesQuery } from '../api';

const DAY = 86_400_000;
/** How many days the calendar shows of it before and after today. */
const shown = { before: 31, after: 366 };
const dateIn = (days: number) => new Date(Date.now() + days * DAY).toISOString().slice(0, 10);

/** The provider's blocked time, and the zone whose clock entries are on. The answer is kept while the days stay the same. */
export function useShownBlocks(skip = false) {
  const days = useMemo(() => ({ from: dateIn(-shown.before), to: dateIn(shown.after) }), []);
  return useGetBlockedTimesQuery(days, { skip });
}
