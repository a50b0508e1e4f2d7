import type { ReactNode } from 'react';
import { useTranslation } from '@/i18n/use-translation';
import { useDurationText, usePriceText } from '@/ui';
import type { Booking } from '../hooks/use-booking';
import classes from './BookingPanel.module.css';

interface BookingBarProps {
  booking: Booking;
  /** Text below the total; defaults to the services' duration. */
  note?: string;
  children: ReactNode;
}

/** The running total of money and time, and the button for the next step. Stays visible while the view scrolls. */
export function BookingBar({ booking, note, children }: BookingBarProps) {
  const { t } = useTranslation('booking');
  const price = usePriceText();
  const duration = useDurationText();
  const { totals, chosen } = booking;
  return (
    <div className={classes.bar} data-bottom-bar>
      <div className={classes.total} aria-live="polite">
        {totals.count > 0 ? (
          <>
            <div className={classes.sum}>{price({ ...totals, currency: chosen[0]?.currency ?? '' })}</div>
            <div className={classes.caption}>{note || duration(totals.minutes)}</div>
          </>
        ) : (
          <div className={classes.caption}>{t('chooseServices')}</div>
        )}
      </div>
      {children}
    </div>
  );
}
