import { Skeleton, Stack, Select } from '@mantine/core';
import { useTranslation } from '@/i18n/use-translation';
import { Page, QueryStates, toast } from '@/ui';
import { SettingsPanel } from '@/ui/SettingsPanel';
import { asFailure } from '@/api';
import { type DailySummary, type ReminderPlanUpdate, useGetReminderPlanQuery, useUpdateReminderPlanMutation } from '../api';
import { MailTexts } from '../components/MailTexts';
import { ReminderList } from '../components/ReminderList';
import { followUpsWith } from '../model';

const DAY_HOURS = 24;

/** When clients are mailed after an appointment, unless they have rated it. */
function FollowUpChoice({ kept }: { kept: number | null }) {
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

const CHOICES: readonly DailySummary[] = ['off', 'busy_days', 'every_day'];

/** Whether the provider's day comes by mail at seven in the morning. */
function DailySummaryChoice({ kept, timezone }: { kept: DailySummary; timezone: string }) {
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

/** /reminders: which reminders a provider's sessions have, what follows them, the mail of the day, and what clients are mailed. */
export default function Reminders() {
  const { t } = useTranslation('reminders');
  const query = useGetReminderPlanQuery();
  return (
    <Page title={t('title')} lead={t('lead')}>
      <Stack gap="md">
        <QueryStates query={query} skeleton={<Skeleton height={420} radius="lg" />}>
          {({ data: plan }) => (
            <>
              <ReminderList key={JSON.stringify(plan.reminders)} kept={plan.reminders} />
              <FollowUpChoice kept={plan.follow_up_hours} />
              <DailySummaryChoice kept={plan.daily_summary} timezone={plan.timezone} />
            </>
          )}
        </QueryStates>
        <MailTexts />
      </Stack>
    </Page>
  );
}

/** A choice that takes effect at once. `problem` stands beside its field. */
function usePlanChange(field: keyof ReminderPlanUpdate) {
  const { t } = useTranslation('reminders');
  const [update, { isLoading, error }] = useUpdateReminderPlanMutation();
  const failure = error ? asFailure(error) : null;
  const change = async (wanted: ReminderPlanUpdate): Promise<void> => {
    const answer = await update(wanted);
    if (!answer.error) toast.done(t('saved'));
  };
  return { change, isSaving: isLoading, problem: failure ? (failure.iv_msg[field] ?? failure.main_msg) : null };
}
