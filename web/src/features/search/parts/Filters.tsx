import { NativeSelect, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { useReference } from '@/forms';
import { sortChoices } from '../query';
import classes from './Filters.module.css';

/** How long a pause in typing starts the search, in milliseconds. */
const typingPause = 300;

/** What is searched for; kept in the address, so that it can be shared and Back works. */
export function Filters() {
  const { t } = useTranslation(['search', 'ui']);
  const reference = useReference();
  const [params, setParams] = useSearchParams();
  const set = (name: string, value: string) =>
    setParams(
      (before) => {
        if (value) before.set(name, value);
        else before.delete(name);
        return before;
      },
      { replace: true },
    );
  const type = useDebouncedCallback((value: string) => set('q', value), typingPause);
  const categories = reference?.categories ?? [];
  const modes = reference?.delivery_modes ?? [];
  return (
    <form role="search" className={classes.filters} onSubmit={(event) => event.preventDefault()}>
      <TextInput
        key={params.has('q') ? 'asked' : 'clear'}
        className={classes.words}
        label={t('what')}
        placeholder={t('placeholder')}
        type="search"
        leftSection={<IconSearch size={18} aria-hidden />}
        defaultValue={params.get('q') ?? ''}
        onChange={(event) => type(event.currentTarget.value)}
      />
      <NativeSelect
        label={t('category')}
        value={params.get('category') ?? ''}
        onChange={(event) => set('category', event.currentTarget.value)}
        data={[
          { value: '', label: t('any') },
          ...categories.map(({ value, label }) => ({ value, label: t(`ui:category.${value}` as 'ui:category.legal', label) })),
        ]}
      />
      <NativeSelect
        label={t('mode')}
        value={params.get('delivery_mode') ?? ''}
        onChange={(event) => set('delivery_mode', event.currentTarget.value)}
        data={[
          { value: '', label: t('any') },
          ...modes.map(({ value, label }) => ({ value, label: t(`ui:deliveryMode.${value}` as 'ui:deliveryMode.remote', label) })),
        ]}
      />
      <NativeSelect
        label={t('sort')}
        value={params.get('sort') ?? 'relevance'}
        onChange={(event) => set('sort', event.currentTarget.value)}
        data={sortChoices.map((value) => ({ value, label: t(value) }))}
      />
    </form>
  );
}
