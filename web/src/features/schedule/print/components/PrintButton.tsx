import { Suspense, useState } from 'react';
import { Button } from '@mantine/core';
import { IconPrinter } from '@tabler/icons-react';
import type { BookingData } from '@/api';
import { useTranslation } from '@/i18n/use-translation';
import { lazyPart } from '@/ui/lazy-part';

const PrintedDays = lazyPart(() => import('./PrintedDays'));

interface PrintButtonProps {
  bookings: readonly BookingData[];
  /** The first day and the day after the last. */
  from: Date;
  to: Date;
}

/** Prints the sessions of these days (product.md 4.19). */
export function PrintButton({ bookings, from, to }: PrintButtonProps) {
  const { t } = useTranslation('schedule');
  const [printing, setPrinting] = useState(false);
  return (
    <>
      <Button variant="default" size="compact-md" leftSection={<IconPrinter size={18} aria-hidden />} onClick={() => setPrinting(true)}>
        {t('print.button')}
      </Button>
      <Suspense>{printing ? <PrintedDays bookings={bookings} from={from} to={to} onDone={() => setPrinting(false)} /> : null}</Suspense>
    </>
  );
}
