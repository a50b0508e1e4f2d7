import { Select } from '@mantine/core';
import { useTranslation } from '@/i18n/use-translation';
import { SettingsPanel } from '@/ui/SettingsPanel';
import type { DailySummary } from '../api';
import { usePlanChange } from '../hooks/use-plan-change';

const CHOICES: readonly DailySummary[] = ['off', 'busy_days', 'every_day'];

/** Whether the provider's day comes by mail at seven in the morning. */
export function DailySummaryChoice({ kept, timezone }: { kept: DailySummary; timezone: string }) {
  const { t } = useTranslation('reminders');
  const { change, isSaving, problem } = usePlanChange('iv_daily_summary');
  return (
    <SettingsPanel title={t('day.title')} lead={t('day.lead', { zone: timezone.replaceAll('_', ' ') })}>
      <Select
        label={t('day.label')}
        disabled={isSaving}
        data={CHOICES.map((value) => ({ value, label: t(`day.${value}`) }))}
        value={kept}
        error={problem}
        onChange={(chosen) => void change({ iv_daily_summary: chosen as DailySummary })}
      />
    </SettingsPanel>
  );
}
