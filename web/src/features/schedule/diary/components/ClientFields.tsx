import { useState } from 'react';
import { Select, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import type { CallForm } from '@/forms';
import { useTranslation } from '@/i18n/use-translation';
import { useGetClientsQuery } from '../api';
import { newClient, type BookingFields } from '../own-booking';
import classes from './Diary.module.css';

const MOST_FOUND = 20;

/** One of the provider's clients, found by a part of name, mail or telephone number, or the fields of a new one. */
export function ClientFields({ form }: { form: CallForm<BookingFields> }) {
  const { t } = useTranslation('diary');
  const [typed, setTyped] = useState('');
  const [chosen, setChosen] = useState<{ value: string; label: string } | null>(null);
  const [q] = useDebouncedValue(typed === chosen?.label ? '' : typed.trim(), 200);
  const { currentData, isFetching } = useGetClientsQuery({ q, sort: 'last_visit', limit: MOST_FOUND });
  const found = (currentData?.data.clients ?? []).map(({ client_id, name, email, phone }) => ({
    value: client_id,
    label: [name, email, phone].filter(Boolean).join(' · '),
  }));
  const others = chosen && chosen.value !== newClient && !found.some(({ value }) => value === chosen.value) ? [chosen] : [];
  const data = [{ value: newClient, label: t('booking.newClient') }, ...others, ...found];
  const { error, disabled, name } = form.field('iv_client_id');
  return (
    <>
      <Select
        label={t('booking.client')}
        placeholder={t('booking.clientHint')}
        searchable
        data-autofocus
        name={name}
        disabled={disabled}
        error={error}
        data={data}
        // The server has looked for it already, also in what is not shown.
        filter={({ options }) => options}
        searchValue={typed}
        onSearchChange={setTyped}
        nothingFoundMessage={isFetching ? t('booking.searching') : undefined}
        value={form.form.values.iv_client_id || null}
        onChange={(value, option) => {
          setChosen(value ? option : null);
          form.form.setFieldValue('iv_client_id', value ?? '');
          form.form.clearFieldError('iv_client_name');
        }}
      />
      {form.form.values.iv_client_id === newClient || form.form.errors['iv_client_name'] ? (
        <>
          <TextInput label={t('booking.name')} autoComplete="off" {...form.field('iv_client_name')} />
          <div className={classes.pair}>
            <TextInput
              type="email"
              label={t('booking.email')}
              inputWrapperOrder={['label', 'input', 'error', 'description']}
              description={t('booking.emailHint')}
              autoComplete="off"
              {...form.field('iv_client_email')}
            />
            <TextInput type="tel" label={t('booking.phone')} autoComplete="off" {...form.field('iv_client_phone')} />
          </div>
        </>
      ) : null}
    </>
  );
}
