import { Alert, Button, Center, Skeleton } from '@mantine/core';
import { problemOf, type SearchQuery, type SearchResults } from '@/api';
import { useTranslation } from '@/i18n/use-translation';
import { deviceTimezone } from '@/platform/device';
import { QueryStates, useFirstCards, useTakenOver } from '@/ui';
import { useGetNextFreeSlotsQuery, useSearchQuery } from '../api';
import { nextFreeQuery } from '../next-free';
import { SearchResultCard, type NextFree } from './SearchResultCard';
import classes from './SearchResultCard.module.css';

interface ResultsProps {
  query: SearchQuery;
  /** The cursors of the shown pages after the first. */
  cursors: readonly string[];
  onMore: (cursor: string) => void;
}

/** The result pages below each other; each is queried once. */
export function Results({ query, cursors, onMore }: ResultsProps) {
  const pages = [undefined, ...cursors];
  return (
    <>
      {pages.map((cursor, index) => (
        <ResultPage key={cursor ?? 'first'} query={query} cursor={cursor} last={index === pages.length - 1} onMore={onMore} />
      ))}
    </>
  );
}

interface ResultPageProps extends Pick<ResultsProps, 'query' | 'onMore'> {
  cursor: string | undefined;
  last: boolean;
}

function ResultPage({ query, cursor, last, onMore }: ResultPageProps) {
  const { t } = useTranslation(['search', 'ui']);
  const result = useSearchQuery(cursor ? { ...query, cursor } : query);
  return (
    <QueryStates query={result} skeleton={<ResultsSkeleton />}>
      {({ data, message }) => (
        <>
          {problemOf({ status: true, data, message }, 'availability') === null ? null : (
            <Alert color="accent" mb="md" title={message.main_msg}>
              <p>{t('anyDay')}</p>
              <Button variant="default" size="compact-md" loading={result.isFetching} onClick={() => void result.refetch()}>
                {t('ui:retry')}
              </Button>
            </Alert>
          )}
          {data.providers.length > 0 ? <ResultCards found={data} query={query} /> : <p className={classes.none}>{t('noneHere')}</p>}
          {last && data.next_cursor ? (
            <Center mt="lg">
              <Button variant="default" onClick={() => onMore(data.next_cursor ?? '')}>
                {t('more')}
              </Button>
            </Center>
          ) : null}
        </>
      )}
    </QueryStates>
  );
}

/** Shows the cards at once. When the first shown service of each provider can be had next is queried separately and filled in. */
function ResultCards({ found: { providers, services }, query }: { found: SearchResults; query: SearchQuery }) {
  const { currentData, isError } = useGetNextFreeSlotsQuery(nextFreeQuery(services, query), { skip: services.length === 0 });
  const nextFree = (id: string): NextFree => {
    if (currentData) return currentData.data.times[id] ?? null;
    return isError ? null : 'unknown';
  };
  const timezone = deviceTimezone();
  const takenOver = useTakenOver();
  const firstCards = useFirstCards();
  const shown = takenOver ? providers : providers.slice(0, firstCards);
  return (
    <ul className={classes.list}>
      {shown.map((provider) => (
        <li key={provider.provider_id}>
          <SearchResultCard
            provider={provider}
            services={services.filter(({ provider_id }) => provider_id === provider.provider_id)}
            nextFree={nextFree(provider.provider_id)}
            timezone={timezone}
            query={query}
          />
        </li>
      ))}
    </ul>
  );
}

/** The cards while loading. */
function ResultsSkeleton() {
  return (
    <div className={classes.list}>
      {[1, 2, 3, 4].map((card) => (
        <Skeleton key={card} height={232} radius="lg" />
      ))}
    </div>
  );
}
