import { useState } from 'react';
import { Button, Center } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { useSearchQuery, type FoundProvider } from '@/api';
import { Empty, Page, ProviderTile, QueryStates, TileList, TileListSkeleton, useMoneyText } from '@/ui';
import { Filters } from '../parts/Filters';
import { queryOf } from '../query';

function Results({ params, cursor }: { params: URLSearchParams; cursor?: string }) {
  const { t } = useTranslation('search');
  const [, setParams] = useSearchParams();
  const [wantsMore, setWantsMore] = useState(false);
  const query = useSearchQuery({ ...queryOf(params), ...(cursor ? { cursor } : {}) });
  const clear = (
    <Button variant="light" onClick={() => setParams({}, { replace: true })}>
      {t('clear')}
    </Button>
  );
  return (
    <QueryStates
      query={query}
      skeleton={<TileListSkeleton rows={6} />}
      isEmpty={({ data }) => data.providers.length === 0}
      empty={
        <Empty icon={IconSearch} action={clear}>
          {t('empty')}
        </Empty>
      }
    >
      {({ data }) => (
        <>
          <TileList>
            {data.providers.map((provider) => (
              <li key={provider.owner_id}>
                <ProviderTile provider={provider} aside={<Price provider={provider} />} />
              </li>
            ))}
          </TileList>
          {data.next_cursor && wantsMore ? (
            <div style={{ marginTop: 12 }}>
              <Results params={params} cursor={data.next_cursor} />
            </div>
          ) : data.next_cursor ? (
            <Center mt="lg">
              <Button variant="default" onClick={() => setWantsMore(true)}>
                {t('more')}
              </Button>
            </Center>
          ) : null}
        </>
      )}
    </QueryStates>
  );
}

function Price({ provider: { cheapest, currency } }: { provider: FoundProvider }) {
  const { t } = useTranslation('search');
  const money = useMoneyText();
  if (cheapest === null) return null;
  return (
    <>
      {cheapest > 0 ? t('from') : null}
      <b className="figure">{money(cheapest, currency)}</b>
    </>
  );
}

export default function Search() {
  const { t } = useTranslation('search');
  const [params] = useSearchParams();
  return (
    <Page title={t('title')} lead={t('lead')}>
      <Filters />
      <Results key={params.toString()} params={params} />
    </Page>
  );
}
