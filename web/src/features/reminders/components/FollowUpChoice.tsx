import { Select } from '@mantine/core';
import { useTranslation } from '@/i18n/use-translation';
import { SettingsPanel } from '@/ui/SettingsPanel';
import { usePlanChange } from '../hooks/use-plan-change';
import { followUpsWith } from '../model';

const DAY_HOURS = 24;

/** When clients are mailed after an appointment, unless they have rated it. */
export function FollowUpChoice({ kept }: { kept: number | null }) {
  const { t } = useTranslation('reminders');
  const { change, isSaving, problem } = usePlanChange('iv_follow_up_hours');
  const timeText = (hours: number): string =>
    hours % DAY_HOURS === 0 ? t('after.days', { count: hours / DAY_HOURS }) : t('after.hours', { count: hours });
  const never = { value: '', label: t('followUp.never') };
  return (
    <SettingsPanel title={t('followUp.title')} lead={t('followUp.lead')}>
      <Select
        label={t('followUp.label')}
        disabled={isSaving}
        data={[never, ...followUpsWith(kept).map((hours) => ({ value: String(hours), label: timeText(hours) }))]}
        value={kept === null ? '' : String(kept)}
        error={problem}
        onChange={(chosen) => void change({ iv_follow_up_hours: chosen ? Number(chosen) : null })}
      />
    </SettingsPanel>
  );
}
