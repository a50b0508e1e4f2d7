import { Suspense, useCallback, useState } from 'react';
import { Chip, Group, Input, Paper, Radio, Select, Skeleton, Stack, Textarea } from '@mantine/core';
import { parseTextList, type FinanceSettings as Finance } from '@/api';
import { FormProblem, SubmitButton, useCallForm, useReference } from '@/forms';
import { countryLabel, currencyValue } from '@/forms/places';
import { ServicesCurrency } from '@/features/services';
import { useTranslation } from '@/i18n/use-translation';
import { Page, QueryStates, toast } from '@/ui';
import { LeaveGuard } from '@/ui/LeaveGuard';
import { useGetAppointmentFinanceSettingsQuery, useUpdateAppointmentFinanceSettingsMutation } from '../api';

const methods = ['cash', 'card', 'bank_transfer', 'mobile_money', 'online_wallet'] as const;
type Method = (typeof methods)[number];

const chosenMethods = (text: string): Method[] => methods.filter((method) => parseTextList(text).includes(method));

function useFinanceForm(settings: Finance, onCurrency: (currency: string) => void) {
  const { t } = useTranslation('settings');
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
    onDone: (_answer, { iv_currency }) => {
      toast.done(t('saved'));
      form.restart();
      if (iv_currency !== settings.currency) onCurrency(iv_currency);
    },
  });
  return form;
}

function FinanceForm({ settings, onCurrency }: { settings: Finance; onCurrency: (currency: string) => void }) {
  const { t, i18n } = useTranslation('settings');
  const reference = useReference();
  const form = useFinanceForm(settings, onCurrency);
  const countries = (reference?.countries ?? []).filter(({ currencyCode }) => currencyCode);
  return (
    <form {...form.formProps}>
      <LeaveGuard isDirty={form.isDirty} />
      <FormProblem>{form.problem}</FormProblem>
      <Stack gap="lg">
        <Select
          label={t('currency')}
          searchable
          data={countries.map((country) => ({
            value: currencyValue(country),
            label: `${countryLabel(country, i18n.language)} (${country.currencyCode})`,
          }))}
          {...form.field('iv_currency')}
        />
        <Radio.Group label={t('feePolicy')} {...form.field('iv_fee_policy')}>
          <Group mt="xs">
            <Radio value="non-negotiable" label={t('non-negotiable')} />
            <Radio value="negotiable" label={t('negotiable')} />
          </Group>
        </Radio.Group>
        <PaymentMethods
          picked={form.form.values.iv_payment_methods}
          onPick={(picked) => form.form.setFieldValue('iv_payment_methods', picked)}
        />
        <Textarea label={t('note')} description={t('noteHint')} rows={4} {...form.field('iv_payment_note')} />
        <SubmitButton progress={form.progress}>{t('save')}</SubmitButton>
      </Stack>
    </form>
  );
}

function PaymentMethods({ picked, onPick }: { picked: Method[]; onPick: (picked: Method[]) => void }) {
  const { t } = useTranslation('settings');
  return (
    <Input.Wrapper label={t('methods')} labelElement="div">
      <Chip.Group multiple value={picked} onChange={(value) => onPick(value as Method[])}>
        <Group mt="xs" gap="xs">
          {methods.map((method) => (
            <Chip key={method} value={method}>
              {t(`method.${method}`)}
            </Chip>
          ))}
        </Group>
      </Chip.Group>
    </Input.Wrapper>
  );
}

export default function FinanceSettings() {
  const { t } = useTranslation('settings');
  const query = useGetAppointmentFinanceSettingsQuery();
  const [currency, setCurrency] = useState<string | null>(null);
  const close = useCallback(() => setCurrency(null), []);
  return (
    <Page title={t('financeTitle')} lead={t('financeLead')}>
      <Paper maw={560} bg="transparent">
        <QueryStates query={query} skeleton={<Skeleton height={420} />}>
          {({ data }) => <FinanceForm settings={data.finance_settings} onCurrency={setCurrency} />}
        </QueryStates>
      </Paper>
      <Suspense>{currency ? <ServicesCurrency currency={currency} onClose={close} /> : null}</Suspense>
    </Page>
  );
}
