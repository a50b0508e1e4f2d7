import { openhoursApi } from '@/api';
import { paths, type AppRoute } from '@/routing';
import { queryOf, searchOf } from './filters';
import { firstSearch } from './first-search';
import { nextFreeQuery } from './next-free';

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
      const query = queryOf(wanted, timezone);
      const found = await ask(find.initiate(query));
      const services = found?.data.services ?? [];
      if (services.length > 0 && timezone) await ask(getNextFreeSlots.initiate(nextFreeQuery(services, query)));
    },
    screen: () => import('./screens/Search'),
  },
];
