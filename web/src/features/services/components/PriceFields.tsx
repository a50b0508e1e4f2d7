import { Group, Select, TextInput } from '@mantine/core';
import type { CallForm } from '@/forms';
import { useTranslation } from '@/i18n/use-translation';
import { currencyCode } from '@/ui';
import { hasAmount, PRICE_KINDS, type ServiceDraft } from '../model';

/** What the service costs: a fixed or a lowest amount, nothing, or a price on request; and what is said of taxes. */
export function PriceFields({ form }: { form: CallForm<ServiceDraft> }) {
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
