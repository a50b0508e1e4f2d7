import { Skeleton, Stack } from '@mantine/core';
import { useTranslation } from '@/i18n/use-translation';
import { Page, QueryStates } from '@/ui';
import { useGetReminderPlanQuery } from '../api';
import { DailySummaryChoice } from '../components/DailySummaryChoice';
import { FollowUpChoice } from '../components/FollowUpChoice';
import { MailTexts } from '../components/MailTexts';
import { ReminderList } from '../components/ReminderList';

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
