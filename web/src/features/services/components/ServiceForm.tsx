import { Anchor, Button, Chip, Group, Input, Select, Skeleton, Stack, Switch, Textarea, TextInput } from '@mantine/core';
import { IconCircleCheck } from '@tabler/icons-react';
import { Link } from 'react-router-dom';
import type { ProviderService } from '@/api';
import { FormProblem, SubmitButton, useCallForm, useRuleTexts, type CallForm } from '@/forms';
import { useTranslation } from '@/i18n/use-translation';
import { deviceData } from '@/platform/device';
import { paths } from '@/routing';
import { currencyCode, EmptyState, QueryStates, useDurationText } from '@/ui';
import { LeaveGuard } from '@/ui/LeaveGuard';
import { useGetAccountProfileQuery, useUpdateAccountServicesMutation, useGetVenueSettingsQuery } from '../api';
import {
  draftOf,
  durationOf,
  hasAmount,
  HOUR_CHOICES,
  MINUTE_CHOICES,
  newDraft,
  partsOf,
  prepared,
  PRICE_KINDS,
  requestFrom,
  type ServiceDraft,
} from '../model';
import { fieldOfQuestion, questionProblems } from '../questions';
import { BookingRules } from './BookingRules';
import { Questions } from './Questions';

interface ServiceFormProps {
  /** null for a new service. */
  service: ProviderService | null;
}

/** Creates a service in the provider's currency and default mode, or updates one in its own currency. */
export function ServiceForm({ service }: ServiceFormProps) {
  const profile = useGetAccountProfileQuery(undefined, { skip: service !== null });
  if (service) return <ServiceFields service={service} draft={draftOf(service)} />;
  return (
    <QueryStates query={profile} skeleton={<Skeleton height={420} />}>
      {({ data }) => <ServiceFields service={null} draft={newDraft(data.account_data.currency, data.account_data.delivery_mode)} />}
    </QueryStates>
  );
}

function useServiceForm(service: ProviderService | null, draft: ServiceDraft) {
  const [save] = useUpdateAccountServicesMutation();
  const said = useRuleTexts();
  return useCallForm({
    call: 'update_account_services',
    initial: draft,
    prepare: prepared,
    check: ({ iv_questions }) =>
      Object.fromEntries(Object.entries(questionProblems(iv_questions)).map(([field, problem]) => [field, said(problem)])),
    others: ({ iv_questions }) => iv_questions.map((_question, index) => fieldOfQuestion(index)),
    send: (values) => save(requestFrom(values, service?.service_id ?? null, deviceData())).unwrap(),
  });
}

function ServiceFields({ service, draft }: ServiceFormProps & { draft: ServiceDraft }) {
  const { t } = useTranslation(['services', 'ui']);
  const form = useServiceForm(service, draft);
  if (form.progress === 'complete') return <ServiceSaved />;
  return (
    <form {...form.formProps}>
      <LeaveGuard isDirty={form.isDirty} />
      <FormProblem>{form.problem}</FormProblem>
      <Stack gap="sm">
        <TextInput label={t('field.service')} data-autofocus {...form.field('iv_service')} />
        <DurationFields form={form} />
        <PriceFields form={form} />
        <Select
          label={t('field.deliveryMode')}
          data={(['in-person', 'remote', 'hybrid'] as const).map((value) => ({ value, label: t(`ui:deliveryMode.${value}`) }))}
          {...form.field('iv_delivery_mode')}
        />
        <AtClient form={form} />
        {form.form.values.iv_at_client === 'yes' ? null : <ServicePlaces form={form} />}
        <Textarea label={t('field.brief')} autosize minRows={3} maxRows={8} {...form.field('iv_brief')} />
        <Questions form={form} />
        <BookingRules form={form} />
        <SubmitButton progress={form.progress}>{t('save')}</SubmitButton>
      </Stack>
    </form>
  );
}

/** The service's duration in hours and minutes. */
function DurationFields({ form }: { form: CallForm<ServiceDraft> }) {
  const { t } = useTranslation('services');
  const { hours, minutes } = partsOf(form.form.values.iv_duration);
  const { error, disabled } = form.field('iv_duration');
  const set = (duration: string) => form.form.setFieldValue('iv_duration', duration);
  // What can be emptied is emptied from the keyboard by choosing it again.
  const shared = { clearable: true, allowDeselect: true, error: Boolean(error), disabled };
  return (
    <Input.Wrapper label={t('field.duration')} labelElement="div" error={error}>
      <Group grow align="start" gap="sm" mb={error ? '2xs' : 0}>
        <Select
          {...shared}
          aria-label={t('field.hours')}
          data={HOUR_CHOICES.map((value) => ({ value, label: t('hours', { count: Number(value) }) }))}
          placeholder={t('field.hours')}
          value={hours}
          onChange={(chosen) => set(durationOf(chosen, minutes))}
        />
        <Select
          {...shared}
          aria-label={t('field.minutes')}
          data={MINUTE_CHOICES.map((value) => ({ value, label: t('minutes', { count: Number(value) }) }))}
          placeholder={t('field.minutes')}
          value={minutes}
          onChange={(chosen) => set(durationOf(hours, chosen))}
        />
      </Group>
    </Input.Wrapper>
  );
}

/** The service is saved; the button leads to the own page, where its visitors see it. */
function ServiceSaved() {
  const { t } = useTranslation('services');
  const dashboard = (
    <Button component={Link} to={paths.myAccount}>
      {t('dashboard')}
    </Button>
  );
  return (
    <div role="status">
      <EmptyState icon={IconCircleCheck} action={dashboard}>
        {t('saved')}
      </EmptyState>
    </div>
  );
}

/** The places at which a service is offered in person; asked for where there are several (product.md 3.12). */
function ServicePlaces({ form }: { form: CallForm<ServiceDraft> }) {
  const { t } = useTranslation('venues');
  const places = useGetVenueSettingsQuery().currentData?.data.venue_settings.places.filter(({ archived }) => !archived) ?? [];
  const { value, error, disabled } = form.field('iv_place_ids');
  if (places.length < 2 || form.form.values.iv_delivery_mode === 'remote') return null;
  return (
    <Input.Wrapper label={t('places.at')} labelElement="div" description={t('places.atHint')} error={error}>
      <Chip.Group multiple value={value as string[]} onChange={(ids) => form.form.setFieldValue('iv_place_ids', ids)}>
        <Group gap="2xs" mt="2xs" role="group" aria-label={t('places.at')}>
          {places.map(({ place_id, name }) => (
            <Chip key={place_id} value={place_id} disabled={disabled} size="sm">
              {name}
            </Chip>
          ))}
        </Group>
      </Chip.Group>
    </Input.Wrapper>
  );
}

/** What the service costs: a fixed or a lowest amount, nothing, or a price on request; and what is said of taxes. */
function PriceFields({ form }: { form: CallForm<ServiceDraft> }) {
  const { t } = useTranslation('services');
  const { values } = form.form;
  const currency = currencyCode(values.iv_currency);
  const amount = hasAmount(values.iv_price_kind);
  return (
    <>
      <Select
        label={t('field.priceKind')}
        data={PRICE_KINDS.map((value) => ({ value, label: t(`priceKind.${value}`) }))}
        {...form.field('iv_price_kind')}
        error={form.field('iv_price_kind').error ?? (amount ? null : form.field('iv_cost').error)}
      />
      {amount ? (
        <Group grow align="start">
          <TextInput
            label={t('field.cost')}
            description={values.iv_price_kind === 'fixed' ? t('field.costHint') : null}
            inputWrapperOrder={['label', 'input', 'error', 'description']}
            inputMode="decimal"
            {...form.field('iv_cost')}
          />
          <TextInput label={t('field.currency')} value={currency} readOnly error={form.field('iv_currency').error} />
        </Group>
      ) : null}
      {values.iv_price_kind === 'free' ? null : (
        <Select
          label={t('field.taxes')}
          data={(['', 'yes', 'no'] as const).map((value) => ({ value, label: t(`taxes.${value || 'unsaid'}`) }))}
          {...form.field('iv_taxes_included')}
        />
      )}
    </>
  );
}

const MINUTES = [0, 10, 15, 20, 30, 45, 60, 90, 120, 180, 240];

/** Whether the service is held at the client's, and how long the way is (product.md 3.14). */
function AtClient({ form }: { form: CallForm<ServiceDraft> }) {
  const { t } = useTranslation('venues');
  const duration = useDurationText();
  const { iv_at_client: at, iv_delivery_mode: mode } = form.form.values;
  const { error, disabled } = form.field('iv_at_client');
  if (mode === 'remote') return null;
  const choices = (kept: string) =>
    [...new Set([...MINUTES, Number(kept)])]
      .sort((a, b) => a - b)
      .map((minutes) => ({ value: String(minutes), label: minutes ? duration(minutes) : t('visits.noTravel') }));
  return (
    <>
      <Switch
        label={t('visits.at')}
        description={
          at === 'yes' ? (
            <>
              {t('visits.atHint')}{' '}
              <Anchor component={Link} to={paths.appointmentBookingSettings} inherit>
                {t('visits.toArea')}
              </Anchor>
            </>
          ) : null
        }
        checked={at === 'yes'}
        error={error}
        disabled={disabled}
        onChange={(event) => form.form.setFieldValue('iv_at_client', event.currentTarget.checked ? 'yes' : 'no')}
      />
      {at === 'yes' ? (
        <Group grow align="start">
          {(['before', 'after'] as const).map((side) => (
            <Select
              key={side}
              label={t(`visits.${side}`)}
              data={choices(form.form.values[`iv_travel_${side}`])}
              {...form.field(`iv_travel_${side}`)}
            />
          ))}
        </Group>
      ) : null}
    </>
  );
}
