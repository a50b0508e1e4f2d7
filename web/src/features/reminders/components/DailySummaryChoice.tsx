import { Select } from '@mantine/core';
import { useTranslation } from '@/i18n/use-translation';
import type { DailySummary } from '../api';
import { usePlanChange } from '../hooks/use-plan-change';
import classes from './Reminders.module.css';

const CHOICES: readonly DailySummary[] = ['off', 'busy_days', 'every_day'];

/** Whether the provider's day comes by mail at seven in the morning. */
export function DailySummaryChoice({ kept, timezone }: { kept: DailySummary; timezone: string }) {
  const { t } = useTranslation('reminders');
  const { change, isSaving, problem } = usePlanChange('iv_daily_summary');
  return (
    <section className={classes.panel} aria-labelledby="reminders-day">
      <h2 id="reminders-day">{t('day.title')}</h2>
      <p>{t('day.lead', { zone: timezone.replaceAll('_', ' ') })}</p>
      <Select
        label={t('day.label')}
        disabled={isSaving}
        data={CHOICES.map((value) => ({ value, label: t(`day.${value}`) }))}
        value={kept}
        error={problem}
        onChange={(chosen) => void change({ iv_daily_summary: chosen as DailySummary })}
      />
    </section>
  );
}
