import { useCallback, useMemo } from 'react';
import { skipToken } from '@reduxjs/toolkit/query/react';
import { useSession, type BookingData } from '@/api';
import { useGetAccountProviderServicesQuery } from '../api';
import { colourOf, coloursOf } from '../service-colours';

/** The colour of a booking's service, stable for the signed-in provider's services; null without services. */
export function useServiceColours(): (booking: Pick<BookingData, 'services'>) => number | null {
  const { ownerId, serviceProvider } = useSession();
  const { data } = useGetAccountProviderServicesQuery(serviceProvider ? { filter: 'all', providerId: ownerId } : skipToken);
  const own = useMemo(() => coloursOf((data?.data.account_services ?? []).map(({ service_id }) => service_id)), [data]);
  return useCallback((booking) => colourOf(booking, own), [own]);
}
