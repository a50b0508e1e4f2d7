import { useMemo, useState } from 'react';
import { TextInput, UnstyledButton } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useSearchQuery, type Facets } from '@/api';
import type { Reference } from '@/forms';
import { formatLocale } from '@/i18n/format-locale';
import { deviceTimezone } from '@/platform';
import { useValueText } from '../names';
import { countText, matching, optionsOf, type ListedFilter } from '../options';
import { queryOf, type Search } from '../wanted';
import classes from './Filters.module.css';

interface OptionListProps {
  name: ListedFilter;
  search: Search;
  facets: Facets | undefined;
  reference: Reference | undefined;
  onChoose: (value: string) => void;
}

/** A list is searched in when it is longer than this, and shown no longer than that. */
const searchedFrom = 9;
const shownMost = 60;

/** How those divide who fit everything but this filter. */
function useFacetsWithout(name: ListedFilter, search: Search, facets: Facets | undefined): Facets | undefined {
  const narrowed = search[name] !== '';
  const { currentData } = useSearchQuery({ ...queryOf({ ...search, [name]: '' }, deviceTimezone()), limit: 1 }, { skip: !narrowed });
  return narrowed ? (currentData?.data.facets ?? undefined) : facets;
}

/** The values of a filter with how many each would leave; choosing the chosen one takes it away. */
export function OptionList({ name, search, facets: known, reference, onChoose }: OptionListProps) {
  const { t, i18n } = useTranslation('search');
  const facets = useFacetsWithout(name, search, known);
  const valueText = useValueText();
  const [typed, setTyped] = useState('');
  const named = optionsOf(name, facets, reference, search).map((option) => ({ ...option, text: valueText(name, option.value) }));
  // What fits nobody is easier to find by its name.
  const sorted = useMemo(
    () => (name === 'country' ? [...named.filter(({ count }) => count), ...named.filter(({ count }) => !count).sort((a, b) => a.text.localeCompare(b.text))] : named),
    [name, named],
  );
  const options = matching(sorted, typed).slice(0, shownMost);
  const free = name === 'city' && typed.trim() && !options.some(({ text }) => text.toLocaleLowerCase() === typed.trim().toLocaleLowerCase());
  return (
    <div className={classes.form}>
      {named.length > searchedFrom || name === 'city' ? (
        <TextInput data-autofocus aria-label={t('findOption')} placeholder={t('findOption')} value={typed} onChange={(event) => setTyped(event.currentTarget.value)} />
      ) : null}
      <ul className={classes.options}>
        {free ? (
          <li>
            <UnstyledButton className={classes.option} onClick={() => onChoose(typed.trim())}>
              <span>{t('useTyped', { typed: typed.trim() })}</span>
            </UnstyledButton>
          </li>
        ) : null}
        {options.map(({ value, text, count }) => {
          const chosen = search[name] === value;
          return (
            <li key={value}>
              <UnstyledButton className={classes.option} aria-pressed={chosen} data-none={count === 0 || undefined} onClick={() => onChoose(chosen ? '' : value)}>
                <span>{text}</span>
                {count === undefined ? null : <span className={classes.count}>{countText(count, facets?.complete ?? true, formatLocale(i18n.language))}</span>}
                {chosen ? <IconCheck size={18} aria-hidden /> : null}
              </UnstyledButton>
            </li>
          );
        })}
      </ul>
    </div>
  );
}
