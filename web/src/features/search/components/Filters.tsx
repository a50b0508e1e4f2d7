import { useState } from 'react';
import { Button, Skeleton, TextInput, UnstyledButton } from '@mantine/core';
import type { Facets } from '@/api';
import { useReference } from '@/forms';
import { useTranslation } from '@/i18n/use-translation';
import { useBigScreen } from '@/ui';
import { formatLocale } from '@/i18n/format-locale';
import { dateTimeFormat } from '@/i18n/intl';
import { deviceTimezone } from '@/platform/device';
import { activeFilters, filterNames, timesOfDay, type FilterName } from '../filters';
import type { SearchFilters } from '../hooks/use-search-params';
import { FilterChip, showWhole } from './FilterChip';
import classes from './Filters.module.css';
import { OptionList } from './OptionList';
import { dayText } from '../hooks/use-filter-labels';

interface FiltersProps {
  address: SearchFilters;
  facets: Facets | undefined;
}

const isTimeOfDay = (name: FilterName) => timesOfDay.some((time) => time === name);

/** The filters as chips. Active ones are filled and removable. Those for a part of the day come with the day. */
export function Filters({ address, facets }: FiltersProps) {
  const { t } = useTranslation('search');
  const { search, setFilter, clear } = address;
  // The names are fetched when the user reaches for the filters.
  const [reached, setReached] = useState(false);
  const reach = () => setReached(true);
  const reference = useReference(reached);
  const big = useBigScreen();
  const active = activeFilters(search);
  // Where not all chips are visible, the active ones scroll into view.
  const possible = filterNames.filter((name) => search.available_on || !isTimeOfDay(name));
  const names = big ? possible : [...active, ...possible.filter((name) => !active.includes(name))];
  const editor = (name: FilterName, onDone: () => void) => {
    const choose = (value: string) => {
      setFilter(name, value);
      onDone();
    };
    if (name === 'max_cost') return <CostForm value={search.max_cost} onChoose={choose} />;
    if (name === 'available_on') return <DayChoice value={search.available_on} onChoose={choose} />;
    if (!reference) return <Skeleton height={240} />;
    return <OptionList name={name} search={search} facets={facets} reference={reference} onChoose={choose} />;
  };
  return (
    <div className={classes.row} role="group" aria-label={t('filters')}>
      {names.map((name) => (
        <FilterChip key={name} name={name} value={search[name]} onReach={reach} onRemove={() => setFilter(name, '')}>
          {(onDone) => editor(name, onDone)}
        </FilterChip>
      ))}
      {active.length > 0 ? (
        <Button className={classes.clear} variant="subtle" size="compact-md" onFocus={showWhole} onClick={clear}>
          {t('clearAll')}
        </Button>
      ) : null}
    </div>
  );
}

interface CostFormProps {
  value: string;
  onChoose: (value: string) => void;
}

/** The maximum price of a service, in whole units of its own currency. */
function CostForm({ value, onChoose }: CostFormProps) {
  const { t } = useTranslation('search');
  const [typed, setTyped] = useState(value);
  const digits = typed.replace(/\D/g, '').replace(/^0+(?=\d)/, '');
  return (
    <form
      className={classes.form}
      onSubmit={(event) => {
        event.preventDefault();
        onChoose(digits);
      }}
    >
      <TextInput
        data-autofocus
        label={t('mostCost')}
        description={t('mostCostHint')}
        inputMode="numeric"
        autoComplete="off"
        maxLength={12}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value.replace(/[^\d]/g, ''))}
      />
      <Button type="submit">{t('apply')}</Button>
    </form>
  );
}

interface DayChoiceProps {
  value: string;
  onChoose: (value: string) => void;
}

/** How many days are offered as buttons; later ones are typed. */
const offered = 6;

/** The day that needs a free slot, on the viewer's clock. */
function DayChoice({ value, onChoose }: DayChoiceProps) {
  const { t, i18n } = useTranslation('search');
  const today = dateTimeFormat('en-CA', { timeZone: deviceTimezone(), dateStyle: 'short' }).format(new Date());
  const after = (days: number) => new Date(Date.parse(`${today}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);
  const name = (date: string, days: number) =>
    days === 0 ? t('dayToday') : days === 1 ? t('dayTomorrow') : dayText(date, formatLocale(i18n.language));
  return (
    <div className={classes.form}>
      <div className={classes.days}>
        {Array.from({ length: offered }, (_, days) => after(days)).map((date, days) => (
          <UnstyledButton
            key={date}
            className={classes.day}
            aria-pressed={date === value}
            onClick={() => onChoose(date === value ? '' : date)}
          >
            {name(date, days)}
          </UnstyledButton>
        ))}
      </div>
      <TextInput
        type="date"
        label={t('otherDay')}
        min={today}
        defaultValue={value}
        onChange={(event) => {
          const date = event.currentTarget.value;
          if (date >= today) onChoose(date);
        }}
      />
    </div>
  );
}
