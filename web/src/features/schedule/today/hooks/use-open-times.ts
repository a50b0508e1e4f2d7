import { skipToken } from '@reduxjs/toolkit/query/react';
import { useSession } from '@/api';
import { dateIn } from '@/features/booking';
import { deviceTimezone } from '@/platform/device';
import { useNow } from '@/ui';
import { useGetAvailableSlotsQuery } from '../../api';
import { openRanges, type TimeRange } from '../day-plan';

/** The times of today that clients can still book of the signed-in provider; null for a client, and until they are known. */
export function useOpenTimes(): readonly TimeRange[] | null {
  const { ownerId, serviceProvider } = useSession();
  const timezone = deviceTimezone();
  const today = dateIn(useNow(), timezone);
  const { currentData } = useGetAvailableSlotsQuery(
    serviceProvider && ownerId ? { providerId: ownerId, from: today, to: today, timezone } : skipToken,
  );
  return currentData ? openRanges(currentData.data.days.find(({ date }) => date === today)) : null;
}
