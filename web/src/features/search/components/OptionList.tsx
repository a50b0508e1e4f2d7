import { useMemo, useState } from 'react';
import { TextInput, UnstyledButton } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import type { Facets } from '@/api';
import type { Reference } from '@/forms';
import { formatLocale } from '@/i18n/format-locale';
import { useTranslation } from '@/i18n/use-translation';
import { deviceTimezone } from '@/platform/device';
import { useSearchQuery } from '../api';
import { countText, matchingOptions, optionsOf, type ListedFilter } from '../filter-options';
import { queryOf, type Search } from '../filters';
import { useFilterLabel } from '../hooks/use-filter-labels';
import classes from './Filters.module.css';

interface OptionListProps {
  name: ListedFilter;
  search: Search;
  facets: Facets | undefined;
  reference: Reference;
  onChoose: (value: string) => void;
}

/** A longer list has a search field, and never shows more than this many. */
const searchableFrom = 9;
const maxShown = 60;

/** The dialog may have opened before the names were there. */
const takeFocus = (input: HTMLInputElement | null) => input?.focus();

/** The counts of results for everything but this filter. */
function useFacetsWithout(name: ListedFilter, search: Search, facets: Facets | undefined): Facets | undefined {
  const narrowed = search[name] !== '';
  const { currentData } = useSearchQuery({ ...queryOf({ ...search, [name]: '' }, deviceTimezone()), limit: 1 }, { skip: !narrowed });
  return narrowed ? (currentData?.data.facets ?? undefined) : facets;
}

/** A listed value of a filter. */
interface Option {
  value: string;
  text: string;
  /** How many results it would leave; undefined while unknown. */
  count?: number | undefined;
}

/** The filter's values with their names. Countries without results come last, in alphabetical order. */
function useNamedOptions({ name, search, reference }: OptionListProps, facets: Facets | undefined): Option[] {
  const valueText = useFilterLabel();
  const named = optionsOf(name, facets, reference, search).map((option) => ({ ...option, text: valueText(name, option.value) }));
  return useMemo(
    () =>
      name === 'country'
        ? [...named.filter(({ count }) => count), ...named.filter(({ count }) => !count).sort((a, b) => a.text.localeCompare(b.text))]
        : named,
    [name, named],
  );
}

/** The values of a filter with their result counts. Choosing the selected one removes it. */
export function OptionList(props: OptionListProps) {
  const { t } = useTranslation('search');
  const { name, search, onChoose } = props;
  const facets = useFacetsWithout(name, search, props.facets);
  const [typed, setTyped] = useState('');
  const named = useNamedOptions(props, facets);
  const options = matchingOptions(named, typed).slice(0, maxShown);
  const free =
    name === 'city' && typed.trim() && !options.some(({ text }) => text.toLocaleLowerCase() === typed.trim().toLocaleLowerCase());
  return (
    <div className={classes.form}>
      {(named.length > searchableFrom && name !== 'free_from') || name === 'city' ? (
        <TextInput
          ref={takeFocus}
          aria-label={t('findOption')}
          placeholder={t('findOption')}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
      ) : null}
      <ul className={classes.options}>
        {free ? (
          <li>
            <UnstyledButton className={classes.option} onClick={() => onChoose(typed.trim())}>
              <span>{t('useTyped', { typed: typed.trim() })}</span>
            </UnstyledButton>
          </li>
        ) : null}
        {options.map((option) => (
          <li key={option.value}>
            <OptionButton {...option} chosen={search[name] === option.value} complete={facets?.complete ?? true} onChoose={onChoose} />
          </li>
        ))}
      </ul>
    </div>
  );
}

interface OptionButtonProps extends Option, Pick<OptionListProps, 'onChoose'> {
  chosen: boolean;
  /** The count covers everything, not only the first results. */
  complete: boolean;
}

function OptionButton({ value, text, count, chosen, complete, onChoose }: OptionButtonProps) {
  const { i18n } = useTranslation();
  return (
    <UnstyledButton
      className={classes.option}
      aria-pressed={chosen}
      data-none={count === 0 || undefined}
      onClick={() => onChoose(chosen ? '' : value)}
    >
      <span>{text}</span>
      {count === undefined ? null : <span className={classes.count}>{countText(count, complete, formatLocale(i18n.language))}</span>}
      {chosen ? <IconCheck size={18} aria-hidden /> : null}
    </UnstyledButton>
  );
}
