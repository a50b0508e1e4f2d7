import { Alert, Button, Text } from '@mantine/core';
import { IconBeach } from '@tabler/icons-react';
import { asFailure, useSession } from '@/api';
import { useTranslation } from '@/i18n/use-translation';
import { toast } from '@/ui';
import { useDayText } from '@/ui/use-away-text';
import { useGetAccountProfileQuery, useUpdateAwayMutation } from '../../api';
import classes from './Away.module.css';

/** Tells a provider who is away that they are, and ends it in one tap (product.md 3.10). */
export function OwnAway() {
  const { serviceProvider } = useSession();
  const known = useGetAccountProfileQuery(undefined, { skip: !serviceProvider }).data?.data.account_data;
  return <div role="status">{known?.away ? <AwayAlert until={known.away_until} message={known.away_message} /> : null}</div>;
}

function AwayAlert({ until, message }: { until: string; message: string }) {
  const { t } = useTranslation('schedule');
  const day = useDayText();
  const { end, ending, problem } = useReturn();
  return (
    <Alert
      color="orange"
      variant="light"
      mb="md"
      icon={<IconBeach aria-hidden />}
      title={until ? t('away.until', { day: day(until) }) : t('away.open')}
    >
      {message ? (
        <p className={classes.message} dir="auto">
          {message}
        </p>
      ) : null}
      {problem ? (
        <Text role="alert" size="sm" c="var(--danger)">
          {problem}
        </Text>
      ) : null}
      <Button size="sm" loading={ending} onClick={end}>
        {t('away.back')}
      </Button>
    </Alert>
  );
}

/** Ends the pause. */
export function useReturn() {
  const { t } = useTranslation('schedule');
  const [update, { isLoading, error }] = useUpdateAwayMutation();
  return {
    ending: isLoading,
    problem: error ? asFailure(error).main_msg : null,
    end: () => {
      update({ iv_away: 'no' })
        .unwrap()
        .then(() => toast.done(t('away.welcome')))
        .catch(() => undefined);
    },
  };
}
