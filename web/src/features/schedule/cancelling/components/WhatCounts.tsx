import { Alert } from '@mantine/core';
import type { BookingData } from '@/api';
import { useTranslation } from '@/i18n/use-translation';
import classes from '@/ui/CancellationTerms.module.css';
import type { Counting } from '../terms';

interface WhatCountsProps {
  booking: Pick<BookingData, 'name'>;
  counting: Counting;
}

/** Says before a client cancels what counts now: free, late with the provider's words, or not at all (product.md 4.7). */
export function WhatCounts({ booking, counting: { outcome, words } }: WhatCountsProps) {
  const { t } = useTranslation('schedule');
  return (
    <Alert
      color={outcome === 'free' ? 'brand' : 'accent'}
      variant="light"
      role="status"
      title={t(`cancelling.${outcome}`, { name: booking.name })}
    >
      {words ? <bdi className={classes.words}>{words}</bdi> : null}
    </Alert>
  );
}
