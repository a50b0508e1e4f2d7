import { Chip, Group, Input, Paper, Radio, Select, Skeleton, Stack, Textarea } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useGetAppointmentFinanceSettingsQuery, useUpdateAppointmentFinanceSettingsMutation, type FinanceSettings as Finance } from '@/api';
import { countryLabel, currencyValue } from '@/features/onboarding';
import { FormProblem, SubmitButton, useCallForm, useReference } from '@/forms';
import { Page, QueryStates, toast } from '@/ui';

const methods = ['cash', 'card', 'bank_transfer', 'mobile_money', 'online_wallet'] as const;
type Method = (typeof methods)[number];

function chosenMethods(text: string): Method[] {
  try {
    const list: unknown = JSON.parse(text);
    return Array.isArray(list) ? methods.filter((method) => list.includes(method)) : [];
  } catch {
    return [];
  }
}

function FinanceForm({ settings }: { settings: Finance }) {
  const { t, i18n } = useTranslation('settings');
  const reference = useReference();
  const [update] = useUpdateAppointmentFinanceSettingsMutation();
  const form = useCallForm({
    call: 'update_appointment_finance_settings',
    initial: {
      iv_currency: settings.currency,
      iv_fee_policy: settings.fee_policy,
      iv_payment_methods: chosenMethods(settings.payment_methods),
      iv_payment_note: settings.payment_note,
    },
    send: (values) => update(values).unwrap(),
    onDone: () => {
      toast.done(t('saved'));
      form.restart();
    },
  });
  const countries = (reference?.countries ?? []).filter(({ currencyCode }) => currencyCode);
  const picked = form.form.values.iv_payment_methods;
  return (
    <form {...form.formProps}>
      <FormProblem>{form.problem}</FormProblem>
      <Stack gap="lg">
        <Select
          label={t('currency')}
          searchable
          data={countries.map((country) => ({ value: currencyValue(country), label: `${countryLabel(country, i18n.language)} (${country.currencyCode})` }))}
          {...form.field('iv_currency')}
        />
        <Radio.Group label={t('feePolicy')} {...form.field('iv_fee_policy')}>
          <Group mt="xs">
            <Radio value="non-negotiable" label={t('non-negotiable')} />
            <Radio value="negotiable" label={t('negotiable')} />
          </Group>
        </Radio.Group>
        <Input.Wrapper label={t('methods')} labelElement="div">
          <Chip.Group multiple value={picked} onChange={(value) => form.form.setFieldValue('iv_payment_methods', value as Method[])}>
            <Group mt="xs" gap="xs">
              {methods.map((method) => (
                <Chip key={method} value={method}>
                  {t(`method.${method}`)}
                </Chip>
              ))}
            </Group>
          </Chip.Group>
        </Input.Wrapper>
        <Textarea label={t('note')} description={t('noteHint')} rows={4} {...form.field('iv_payment_note')} />
        <SubmitButton progress={form.progress}>{t('save')}</SubmitButton>
      </Stack>
    </form>
  );
}

export default function FinanceSettings() {
  const { t } = useTranslation('settings');
  const query = useGetAppointmentFinanceSettingsQuery();
  return (
    <Page title={t('financeTitle')} lead={t('financeLead')}>
      <Paper maw={560} bg="transparent">
        <QueryStates query={query} skeleton={<Skeleton height={420} />}>
          {({ data }) => <FinanceForm settings={data.finance_settings} />}
        </QueryStates>
      </Paper>
    </Page>
  );
}
