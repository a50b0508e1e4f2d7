import type { ListedService, NextFreeQuery, SearchQuery } from '@/api';

/** What is asked of each provider's next free time: of the first service that is shown, on the day and at the time of the search. */
export function nextFreeQuery(
  services: readonly Pick<ListedService, 'provider_id' | 'service_id'>[],
  { availableOn, freeFrom, minutes, timezone }: SearchQuery,
): NextFreeQuery {
  const first = services.filter(({ provider_id: id }, place) => services.findIndex((one) => one.provider_id === id) === place);
  const query = {
    providerIds: first.map(({ provider_id }) => provider_id).join(','),
    services: first.map(({ service_id }) => service_id).join(','),
  };
  return availableOn ? { ...query, availableOn, freeFrom, minutes, timezone } : query;
}
