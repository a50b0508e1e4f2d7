import { Button } from '@mantine/core';
import { IconMoodSearch, IconX } from '@tabler/icons-react';
import { useTranslation } from '@/i18n/use-translation';
import { EmptyState } from '@/ui';
import { activeFilters } from '../filters';
import { useFilterLabel } from '../hooks/use-filter-labels';
import type { SearchFilters } from '../hooks/use-search-params';
import classes from './NoResults.module.css';

/** No results: offers to remove the filters one by one or all at once. */
export function NoResults({ address: { search, setFilter, setText, clear } }: { address: SearchFilters }) {
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
