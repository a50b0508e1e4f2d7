import { openhoursApi } from '@/api';
import { paths, type AppRoute } from '@/routing';
import { queryOf, searchOf } from './filters';
import { firstSearch } from './first-search';

export const searchRoutes: readonly AppRoute[] = [
  {
    path: paths.search,
    access: 'anyone',
    layout: 'page',
    texts: ['search'],
    firstAnswers: async (ask, { search, session, timezone }) => {
      const wanted = searchOf(search);
      // Days are the viewer's, whose zone the server may not know.
      if ((search.size === 0 && firstSearch(session)) || (wanted.available_on && !timezone)) return;
      const { search: find, getNextFreeSlots } = openhoursApi.endpoints;
      const found = await ask(find.initiate(queryOf(wanted, timezone)));
      const providerIds = found?.data.providers.map(({ provider_id }) => provider_id).join(',');
      if (providerIds && timezone) await ask(getNextFreeSlots.initiate(providerIds));
    },
    screen: () => import('./screens/Search'),
  },
];
