import { Button, Group, Input, Select, Skeleton, Stack, Textarea, TextInput } from '@mantine/core';
import { IconCircleCheck } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useGetAccountProfileQuery, useUpdateAccountServicesMutation, type ProviderService } from '@/api';
import { FormProblem, SubmitButton, useCallForm } from '@/forms';
import { deviceData } from '@/platform';
import { currencyCode, Empty, QueryStates } from '@/ui';
import { draftOf, durationOf, HOUR_CHOICES, MINUTE_CHOICES, newDraft, partsOf, requestFrom, type ServiceDraft } from '../draft';

interface ServiceFormProps {
  /** null when a new one is made. */
  service: ProviderService | null;
  onClose: () => void;
}

/** Creates a service in the provider's currency, or updates one in its own. */
export function ServiceForm({ service, onClose }: ServiceFormProps) {
  const profile = useGetAccountProfileQuery(undefined, { skip: service !== null });
  if (service) return <Fields service={service} draft={draftOf(service)} onClose={onClose} />;
  return (
    <QueryStates query={profile} skeleton={<Skeleton height={420} />}>
      {({ data }) => <Fields service={null} draft={newDraft(data.account_data.currency)} onClose={onClose} />}
    </QueryStates>
  );
}

function Fields({ service, draft, onClose }: ServiceFormProps & { draft: ServiceDraft }) {
  const { t } = useTranslation(['services', 'ui']);
  const [save] = useUpdateAccountServicesMutation();
  const form = useCallForm({
    call: 'update_account_services',
    initial: draft,
    prepare: (typed) => ({ ...typed, iv_cost: typed.iv_cost.trim() || '0' }),
    send: (values) => save(requestFrom(values, service?.service_id ?? null, deviceData())).unwrap(),
  });
  if (form.progress === 'complete') return <Saved onClose={onClose} />;
  const { hours, minutes } = partsOf(form.form.values.iv_duration);
  const { error: durationError, disabled } = form.field('iv_duration');
  const setDuration = (duration: string) => form.form.setFieldValue('iv_duration', duration);
  return (
    <form {...form.formProps}>
      <FormProblem>{form.problem}</FormProblem>
      <Stack gap="sm">
        <TextInput label={t('field.service')} data-autofocus {...form.field('iv_service')} />
        <Input.Wrapper label={t('field.duration')} labelElement="div" error={durationError}>
          <Group grow align="start" gap="sm" mb={durationError ? 4 : 0}>
            <Select
              aria-label={t('field.hours')}
              data={HOUR_CHOICES.map((value) => ({ value, label: t('hours', { count: Number(value) }) }))}
              placeholder={t('field.hours')}
              value={hours}
              clearable
              error={Boolean(durationError)}
              disabled={disabled}
              onChange={(chosen) => setDuration(durationOf(chosen, minutes))}
            />
            <Select
              aria-label={t('field.minutes')}
              data={MINUTE_CHOICES.map((value) => ({ value, label: t('minutes', { count: Number(value) }) }))}
              placeholder={t('field.minutes')}
              value={minutes}
              clearable
              error={Boolean(durationError)}
              disabled={disabled}
              onChange={(chosen) => setDuration(durationOf(hours, chosen))}
            />
          </Group>
        </Input.Wrapper>
        <Group grow align="start">
          <TextInput
            label={t('field.cost')}
            description={t('field.costHint')}
            inputWrapperOrder={['label', 'input', 'error', 'description']}
            inputMode="numeric"
            {...form.field('iv_cost')}
          />
          <TextInput label={t('field.currency')} value={currencyCode(form.form.values.iv_currency)} readOnly error={form.field('iv_currency').error} />
        </Group>
        <Select
          label={t('field.deliveryMode')}
          data={(['in-person', 'remote', 'hybrid'] as const).map((value) => ({ value, label: t(`ui:deliveryMode.${value}`) }))}
          allowDeselect={false}
          {...form.field('iv_delivery_mode')}
        />
        <Textarea label={t('field.brief')} autosize minRows={3} maxRows={8} {...form.field('iv_brief')} />
        <SubmitButton progress={form.progress}>{t('save')}</SubmitButton>
      </Stack>
    </form>
  );
}

function Saved({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('services');
  return (
    <div role="status">
      <Empty icon={IconCircleCheck} action={<Button onClick={onClose}>{t('dashboard')}</Button>}>
        {t('saved')}
      </Empty>
    </div>
  );
}
