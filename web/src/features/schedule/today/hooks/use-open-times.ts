import { skipToken } from '@reduxjs/toolkit/query/react';
import { useSession } from '@/api';
import { dateIn } from '@/features/booking';
import { deviceTimezone } from '@/platform/device';
import { useWatchAvailability } from '@/realtime';
import { useNow } from '@/ui';
import { useGetAvailableSlotsQuery } from '../../api';
import { openRanges, type TimeRange } from '../day-plan';

/** The times of a day, today unless another date is named, that clients can still book of the signed-in provider; null for a client, and until they are known. */
export function useOpenTimes(day?: string): readonly TimeRange[] | null {
  const { ownerId, serviceProvider } = useSession();
  const timezone = deviceTimezone();
  const now = dateIn(useNow(), timezone);
  const date = day ?? now;
  // Others take these times while they are shown.
  useWatchAvailability(serviceProvider && ownerId ? ownerId : undefined);
  const { currentData } = useGetAvailableSlotsQuery(
    serviceProvider && ownerId ? { providerId: ownerId, from: date, to: date, timezone } : skipToken,
  );
  return currentData ? openRanges(currentData.data.days.find((shown) => shown.date === date)) : null;
}
