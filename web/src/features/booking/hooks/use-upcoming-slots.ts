import { useState } from 'react';
import { deviceTimezone } from '@/platform/device';
import { useGetAvailableSlotsQuery } from '../api';
import { dateIn, dateOf } from '../calendar-days';

/** The slots of today and the next `days` days, on the viewer's clock. */
export function useUpcomingSlots(providerId: string, days: number) {
  const timezone = deviceTimezone();
  const [from] = useState(() => dateIn(new Date(), timezone));
  const [year = 0, month = 1, day = 1] = from.split('-').map(Number);
  const query = useGetAvailableSlotsQuery({
    providerId,
    from,
    to: dateOf(year, month, day + days),
    timezone,
  });
  return { query, timezone, today: from };
}
