import { Select, Textarea } from '@mantine/core';
import { limitsOf, type CallForm } from '@/forms';
import { useTranslation } from '@/i18n/use-translation';
import { wholeDays } from '@/ui/whole-days';
import type { ServiceDraft } from '../model';

const HOURS = [0, 1, 2, 3, 6, 12, 24, 48, 72, 168, 336, 720];
const LATE = ['allowed', 'refused'] as const;

/** Until when clients cancel freely, and what counts after that (product.md 4.7). */
export function CancellingFields({ form }: { form: CallForm<ServiceDraft> }) {
  const { t } = useTranslation('services');
  const { iv_free_cancellation_hours: kept, iv_late_cancellation: late } = form.form.values;
  const hours = [...new Set([...HOURS, ...(kept === '' ? [] : [Number(kept)])])].sort((a, b) => a - b);
  const ahead = (count: number, days: number | null) => (days ? t('cancelling.days', { count: days }) : t('cancelling.hours', { count }));
  const text = (count: number) => (count === 0 ? t('cancelling.toStart') : ahead(count, wholeDays(count)));
  return (
    <>
      <Select
        label={t('cancelling.free')}
        description={t('cancelling.freeHint')}
        data={[{ value: '', label: t('cancelling.none') }, ...hours.map((count) => ({ value: String(count), label: text(count) }))]}
        {...form.field('iv_free_cancellation_hours')}
      />
      {kept === '' ? null : (
        <Select
          label={t('cancelling.after')}
          data={LATE.map((value) => ({ value, label: t(`cancelling.${value}`) }))}
          {...form.field('iv_late_cancellation')}
        />
      )}
      {kept !== '' && late === 'allowed' ? (
        <Textarea
          label={t('cancelling.words')}
          description={t('cancelling.wordsHint', { max: limitsOf('update_account_services', 'iv_cancellation_words').max })}
          autosize
          minRows={2}
          maxRows={6}
          {...form.field('iv_cancellation_words')}
        />
      ) : null}
    </>
  );
}
