import { useGetNextFreeSlotsQuery } from '../api';
import type { OfferedService } from '../basket';

/** The start of the next free time for the shortest of these services; undefined while it is not known, null for none. */
export function useNextFreeSlot(providerId: string, services: readonly Pick<OfferedService, 'service_id' | 'duration'>[]) {
  const shortest = services.reduce<(typeof services)[number] | null>(
    (least, service) => (!least || service.duration < least.duration ? service : least),
    null,
  );
  const { currentData, isError } = useGetNextFreeSlotsQuery(
    { providerIds: providerId, services: shortest?.service_id ?? '' },
    { skip: !shortest },
  );
  return isError ? null : currentData?.data.next_free[providerId];
}
