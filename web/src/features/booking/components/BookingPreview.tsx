import { Button } from '@mantine/core';
import { formatLocale } from '@/i18n/format-locale';
import { useTranslation } from '@/i18n/use-translation';
import { useDurationText } from '@/ui';
import { clockTime, type Slot } from '../calendar-days';
import type { Booking } from '../hooks/use-booking';
import { BookingBar } from './BookingBar';
import classes from './BookingPanel.module.css';
import { ChosenTimes } from './ChosenTimes';
import { MonthAndTimes } from './MonthAndTimes';

/** Second view: the day and its times. */
export function BookingPreview({ booking }: { booking: Booking }) {
  const { t } = useTranslation('booking');
  const { slots, flow, toggleSlot } = booking;
  return (
    <>
      <MonthAndTimes
        shown={slots}
        date={booking.date}
        chosen={flow.slots}
        lost={flow.lost}
        onDay={booking.chooseDay}
        onToggle={toggleSlot}
      >
        <ChosenTimes chosen={flow.slots} lost={flow.lost} timezone={slots.timezone} onRemove={toggleSlot} />
        <TimeGuidance booking={booking} />
      </MonthAndTimes>
      <BookingBar booking={booking} note={useProgress(booking)}>
        <Button
          disabled={booking.guidance === 'short'}
          onClick={() => booking.step({ type: 'view_shown', view: 'completePreview' })}
        >
          {t('completeBooking')}
        </Button>
      </BookingBar>
    </>
  );
}

/** The hint when the chosen time is shorter or longer than needed. */
function TimeGuidance({ booking: { guidance, minutes, totals } }: { booking: Booking }) {
  const { t } = useTranslation('booking');
  const duration = useDurationText();
  const values = { time: duration(minutes), chosen: duration(minutes), needed: duration(totals.minutes), count: totals.count };
  const shown = minutes > 0 && guidance !== 'enough';
  return (
    <p className={classes.guidance} aria-live="polite">
      {shown ? t(guidance, values) : null}
    </p>
  );
}

/** '60 of 80 min chosen · 20 min more needed', or a note that chosen times were taken. */
function useProgress({ guidance, minutes, totals, flow, slots }: Booking): string {
  const { t } = useTranslation('booking');
  const duration = useDurationText();
  const takenText = useTakenText(flow.lost, slots.timezone);
  const progress = takenText ?? t('progress', { chosen: duration(minutes), needed: duration(totals.minutes) });
  const rest = guidance === 'short' ? t('moreNeeded', { time: duration(totals.minutes - minutes) }) : t('enoughTime');
  return `${progress} · ${rest}`;
}

/** '10:00 has just been taken'; null when no chosen time was taken. */
function useTakenText(lost: readonly Slot[], timezone: string): string | null {
  const { t, i18n } = useTranslation('booking');
  const locale = formatLocale(i18n.language);
  const times = lost.map((slot) => clockTime(slot.provider_start_time, timezone, locale));
  if (times.length > 1) return t('justTakenSeveral', { times: new Intl.ListFormat(locale).format(times) });
  return times[0] ? t('justTaken', { time: times[0] }) : null;
}
