import { useState } from 'react';
import { Checkbox, Select, Skeleton, Stack, TextInput, Textarea } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useSession, type ProviderService } from '@/api';
import { FormProblem, SubmitButton, useCallForm, type CallForm } from '@/forms';
import { useTranslation } from '@/i18n/use-translation';
import { QueryStates, toast } from '@/ui';
import { useCreateOwnBookingMutation, useGetAccountProviderServicesQuery, useGetClientsQuery, useGetVenueSettingsQuery } from '../api';
import type { ChosenTime } from '../chosen-time';
import { type BookingFields, firstFields, minutesOfServices, newClient, sentFields, timeOf } from '../own-booking';
import { ClockNote } from './BlockForm';
import classes from './Diary.module.css';

interface BookingFormProps {
  timezone: string;
  begins: ChosenTime;
  onDone: () => void;
}

/** An appointment for one of the provider's clients or a new one (product.md 4.25). */
export function BookingForm(props: BookingFormProps) {
  const { t } = useTranslation('diary');
  const { ownerId } = useSession();
  const query = useGetAccountProviderServicesQuery({ filter: 'active', providerId: ownerId ?? '' });
  return (
    <QueryStates
      query={query}
      skeleton={<Skeleton height={320} />}
      isEmpty={({ data }) => data.account_services.length === 0}
      empty={<p>{t('booking.noServices')}</p>}
    >
      {({ data }) => <Fields {...props} services={data.account_services} />}
    </QueryStates>
  );
}

function Fields({ timezone, begins, onDone, services }: BookingFormProps & { services: readonly ProviderService[] }) {
  const { t } = useTranslation('diary');
  const [enter] = useCreateOwnBookingMutation();
  const [warnedOf, setWarnedOf] = useState('');
  const form = useCallForm<BookingFields, unknown>({
    call: 'create_own_booking',
    initial: firstFields(begins, services),
    prepare: (fields) => (timeOf(fields) === warnedOf ? fields : { ...fields, iv_over_rules: 'no' }),
    send: async (fields) => {
      setWarnedOf(timeOf(fields));
      return enter(sentFields(fields)).unwrap();
    },
    onDone: () => {
      toast.done(t('booking.saved'));
      onDone();
    },
  });
  const { values } = form.form;
  const duration = minutesOfServices(services, values.iv_service_list);
  return (
    <form {...form.formProps}>
      <Stack gap="sm">
        <ClockNote timezone={timezone} />
        <ClientFields form={form} />
        <Checkbox.Group
          label={t('booking.services')}
          error={form.form.errors['iv_service_list']}
          value={values.iv_service_list}
          onChange={(chosen) => form.form.setFieldValue('iv_service_list', chosen)}
        >
          <Stack gap="xs" mt="xs">
            {services.map(({ service_id, service }) => (
              <Checkbox key={service_id} value={service_id} label={service} />
            ))}
          </Stack>
        </Checkbox.Group>
        <TextInput type="date" label={t('booking.date')} {...form.field('iv_date')} />
        <div className={classes.pair}>
          <TextInput type="time" label={t('booking.from')} {...form.field('iv_start_time')} />
          <TextInput
            inputMode="numeric"
            label={t('booking.duration')}
            inputWrapperOrder={['label', 'input', 'error', 'description']}
            description={duration ? t('booking.durationHint', { minutes: duration }) : undefined}
            {...form.field('iv_duration')}
          />
        </div>
        <TextInput inputMode="decimal" label={t('booking.cost')} description={t('booking.costHint')} {...form.field('iv_cost')} />
        <PlaceFields form={form} />
        <Textarea autosize minRows={2} label={t('booking.brief')} {...form.field('iv_brief')} />
        <FormProblem>{form.problem}</FormProblem>
        <Confirmation form={form} />
        <SubmitButton progress={form.progress}>{t('booking.save')}</SubmitButton>
      </Stack>
    </form>
  );
}

/** Asked for once the server has named the rules that the appointment breaks. */
function Confirmation({ form }: { form: CallForm<BookingFields> }) {
  const { t } = useTranslation('diary');
  const { value, error, name, disabled } = form.field('iv_over_rules');
  if (value === 'no' && !error) return null;
  return (
    <Checkbox
      label={t('booking.overRules')}
      name={name}
      disabled={disabled}
      error={error}
      aria-invalid={Boolean(error)}
      checked={value === 'yes'}
      onChange={(event) => form.form.setFieldValue('iv_over_rules', event.currentTarget.checked ? 'yes' : 'no')}
    />
  );
}

/** How it is held, and at which of the provider's places or by which link. */
function PlaceFields({ form }: { form: CallForm<BookingFields> }) {
  const { t } = useTranslation('diary');
  const { iv_delivery_mode, iv_place_id } = form.form.values;
  const remote = iv_delivery_mode === 'remote';
  const places =
    useGetVenueSettingsQuery(undefined, { skip: remote }).currentData?.data.venue_settings.places.filter(({ archived }) => !archived) ?? [];
  return (
    <>
      <Select
        label={t('booking.mode')}
        data={[
          { value: 'in-person', label: t('booking.inPerson') },
          { value: 'remote', label: t('booking.remote') },
        ]}
        {...form.field('iv_delivery_mode')}
      />
      {!remote && places.length > 0 ? (
        <Select
          label={t('booking.place')}
          data={[{ value: '', label: t('booking.usual') }, ...places.map(({ place_id, name }) => ({ value: place_id, label: name }))]}
          {...form.field('iv_place_id')}
        />
      ) : null}
      {iv_place_id && !remote ? null : (
        <TextInput
          label={remote ? t('booking.link') : t('booking.location')}
          description={remote ? t('booking.linkHint') : undefined}
          {...(remote ? { type: 'url', inputMode: 'url' as const, placeholder: 'https://', dir: 'ltr' } : { dir: 'auto' })}
          {...form.field('iv_delivery_location')}
        />
      )}
    </>
  );
}

const MOST_FOUND = 20;

/** One of the provider's clients, found by a part of name, mail or telephone number, or the fields of a new one. */
function ClientFields({ form }: { form: CallForm<BookingFields> }) {
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
