import { Alert } from '@mantine/core';
import { IconBeach } from '@tabler/icons-react';
import type { AccountData } from '@/api';
import { useTranslation } from '@/i18n/use-translation';
import { useAwayText } from '@/ui/use-away-text';
import classes from './BookingPanel.module.css';

/** That the provider is away, until when, and what they say about it; nothing when they are not. */
export function AwayNotice({ provider }: { provider: AccountData }) {
  const { t } = useTranslation('booking');
  const awayText = useAwayText();
  return (
    <div role="status">
      {provider.away ? (
        <Alert color="gray" variant="light" mb="md" icon={<IconBeach aria-hidden />} title={awayText(provider)}>
          {provider.away_message ? (
            <p className={classes.awayMessage} dir="auto">
              {provider.away_message}
            </p>
          ) : null}
          {t(provider.away_until ? 'away.fromThen' : 'away.noBookings')}
        </Alert>
      ) : null}
    </div>
  );
}
