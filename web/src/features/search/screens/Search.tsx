import { Button, CloseButton, NativeSelect, TextInput } from '@mantine/core';
import { useEffect, useState } from 'react';
import { Navigate, useLocation } from 'react-router-dom';
import { IconMoodSearch, IconSearch, IconX } from '@tabler/icons-react';
import { useSession, type Facets } from '@/api';
import { takeFirstFilterOff } from '@/api/session/first-filter';
import { formatLocale } from '@/i18n/format-locale';
import { useTranslation } from '@/i18n/use-translation';
import { deviceTimezone } from '@/platform/device';
import { EmptyState, Page } from '@/ui';
import { useSearchQuery } from '../api';
import { Filters } from '../components/Filters';
import { Results } from '../components/Results';
import { countText } from '../filter-options';
import { activeFilters, queryOf, sortChoices } from '../filters';
import { firstSearch } from '../first-search';
import { useSearchFilters, type SearchFilters } from '../hooks/use-search-params';
import classes from './Search.module.css';
import { useFilterLabel } from '../hooks/use-filter-labels';

/** /search: without a word in the address it begins with a favourite (product.md 1.9). */
export default function Search() {
  const first = useFirstSearch();
  return first ? <Navigate to={{ search: first }} replace /> : <SearchAndResults />;
}

/** Text, filters and order, all in the address, and the results. */
function SearchAndResults() {
  const { t } = useTranslation('search');
  const address = useSearchFilters();
  const query = queryOf(address.search, deviceTimezone());
  // The first page, the same query as the results below: it has the facets.
  const { data, currentData } = useSearchQuery(query);
  const facets = data?.data.facets ?? undefined;
  const found = currentData?.data;
  return (
    <Page title={t('title')}>
      <div className={classes.searchBar}>
        <SearchField address={address} />
        <Filters address={address} facets={facets} />
      </div>
      {found?.providers.length === 0 && !found.next_cursor ? (
        <NoResults address={address} />
      ) : (
        <>
          <ResultsHead address={address} facets={found?.facets ?? undefined} />
          {currentData?.message.main_msg ? <p className={classes.notice}>{currentData.message.main_msg}</p> : null}
          {found?.corrected ? (
            <p className={classes.notice}>
              {t('corrected')} <b>{found.corrected}</b>
            </p>
          ) : null}
          {found?.fewer_words ? <p className={classes.notice}>{t('fewerWords')}</p> : null}
          <Results query={query} cursors={address.cursors} onMore={address.showMore} />
        </>
      )}
    </Page>
  );
}

/** The number of results, and the order. */
function ResultsHead({ address, facets }: { address: SearchFilters; facets: Facets | undefined }) {
  const { t, i18n } = useTranslation('search');
  return (
    <div className={classes.head}>
      <span role="status">
        {facets ? t('found', { count: facets.counted, text: countText(facets.counted, facets.complete, formatLocale(i18n.language)) }) : ''}
      </span>
      <NativeSelect
        size="sm"
        aria-label={t('sort')}
        value={address.search.sort}
        onChange={(event) => {
          const sort = sortChoices.find((one) => one === event.currentTarget.value);
          if (sort) address.setSort(sort);
        }}
        data={sortChoices.map((value) => ({ value, label: t(value) }))}
      />
    </div>
  );
}

/**
 * The query of the address with which a search begins: the favourite category, else the favourite service as text. null
 * where the address already says what is wanted, without favourites, or once the user took the first filter off.
 */
function useFirstSearch(): string | null {
  const session = useSession();
  const { key, search } = useLocation();
  const [arrival] = useState(key);
  const emptied = search === '' && key !== arrival;
  useEffect(() => {
    if (emptied) takeFirstFilterOff('search', session);
  }, [emptied, session]);
  return search !== '' || emptied ? null : firstSearch(session);
}

/** The search field. */
function SearchField({ address: { typedText, type, setText } }: { address: SearchFilters }) {
  const { t } = useTranslation('search');
  return (
    <form
      role="search"
      onSubmit={(event) => {
        event.preventDefault();
        setText(typedText.trim());
      }}
    >
      <TextInput
        classNames={{ input: classes.input }}
        size="xl"
        radius="lg"
        aria-label={t('what')}
        placeholder={t('placeholder')}
        type="search"
        enterKeyHint="search"
        maxLength={100}
        leftSectionWidth={56}
        leftSection={<IconSearch size={24} className={classes.icon} aria-hidden />}
        rightSection={typedText ? <CloseButton size="lg" aria-label={t('clearWords')} onClick={() => setText('')} /> : null}
        rightSectionWidth={52}
        value={typedText}
        onChange={(event) => type(event.currentTarget.value)}
      />
    </form>
  );
}

/** No results: offers to remove the filters one by one or all at once. */
function NoResults({ address: { search, setFilter, setText, clear } }: { address: SearchFilters }) {
  const { t } = useTranslation('search');
  const valueText = useFilterLabel();
  const active = activeFilters(search);
  const conditions = [
    ...(search.q ? [{ key: 'q', text: `“${search.q}”`, loosen: () => setText('') }] : []),
    ...active.map((name) => ({
      key: name,
      text: `${t(`filter.${name}`)}: ${valueText(name, search[name])}`,
      loosen: () => setFilter(name, ''),
    })),
  ];
  return (
    <EmptyState
      icon={IconMoodSearch}
      action={
        conditions.length > 0 ? (
          <div className={classes.loosen}>
            <p>{t('loosen')}</p>
            <div>
              {conditions.map(({ key, text, loosen }) => (
                <Button
                  key={key}
                  variant="default"
                  radius="xl"
                  rightSection={<IconX size={16} aria-hidden />}
                  aria-label={t('remove', { filter: text })}
                  onClick={loosen}
                >
                  {text}
                </Button>
              ))}
            </div>
            {conditions.length > 1 ? (
              <Button variant="light" onClick={clear}>
                {t('clearAll')}
              </Button>
            ) : null}
          </div>
        ) : null
      }
    >
      <span role="status">{t('empty')}</span>
    </EmptyState>
  );
}
