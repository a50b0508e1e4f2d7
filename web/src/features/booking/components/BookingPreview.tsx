import type { ReactNode } from 'react';
import { Button, Switch } from '@mantine/core';
import { IconCalendarMonth, IconCalendarOff, IconCalendarWeek } from '@tabler/icons-react';
import { Link } from 'react-router-dom';
import { formatLocale } from '@/i18n/format-locale';
import { listFormat } from '@/i18n/intl-words';
import { useTranslation } from '@/i18n/use-translation';
import { paths } from '@/routing';
import { EmptyState, useDurationText } from '@/ui';
import { clockTime, type Slot } from '../calendar-days';
import type { Booking } from '../hooks/use-booking';
import { useMomentText, useSpanText } from '../hooks/use-moment-text';
import type { ShownStrip } from '../hooks/use-slots';
import { BookingBar } from './BookingBar';
import classes from './BookingPanel.module.css';
import { ChosenTimes } from './ChosenTimes';
import { DaysAndTimes, type DaysAndTimesProps } from './DaysAndTimes';
import { DayStrip } from './DayStrip';
import { MonthAndTimes } from './MonthAndTimes';
import { NextTimes, useNextTimes } from './NextTimes';

/** Second view: the next free times, the days, and the times of one of them. */
export default function BookingPreview({ booking }: { booking: Booking }) {
  const { t } = useTranslation('booking');
  const { slots, flow, runs, layout } = booking;
  const common = {
    date: booking.date,
    chosen: flow.slots,
    lost: flow.lost,
    runs,
    freeDays: booking.freeDays,
    onDay: booking.chooseDay,
    onToggle: booking.tapSlot,
    before: <NextTimes booking={booking} />,
    otherLayout: <OtherLayout booking={booking} />,
    children: (
      <>
        <Switch
          mt="md"
          label={t('singly')}
          checked={flow.singly}
          onChange={(event) => booking.step({ type: 'singly_switched', singly: event.currentTarget.checked })}
        />
        <ChosenTimes
          spans={flow.singly ? flow.slots.map((slot) => [slot]) : booking.spans}
          lost={flow.lost}
          timezone={slots.timezone}
          onRemove={booking.letGo}
        />
        <TimeGuidance booking={booking} />
      </>
    ),
  };
  return (
    <>
      {layout === 'month' ? (
        <MonthAndTimes {...common} shown={{ ...booking.month, days: slots.days }} />
      ) : (
        <StripAndTimes {...common} shown={{ ...booking.strip, days: slots.days }} empty={<NoneInTwoWeeks booking={booking} />} />
      )}
      <BookingBar booking={booking} note={useProgress(booking)}>
        <Button disabled={booking.guidance === 'short'} onClick={() => booking.step({ type: 'view_shown', view: 'completePreview' })}>
          {t('completeBooking')}
        </Button>
      </BookingBar>
    </>
  );
}

/** Leads from the strip of two weeks to the month, and back. */
function OtherLayout({ booking: { layout, setLayout } }: { booking: Booking }) {
  const { t } = useTranslation('booking');
  const [other, Icon] = layout === 'strip' ? (['month', IconCalendarMonth] as const) : (['strip', IconCalendarWeek] as const);
  return (
    <Button variant="subtle" size="compact-md" leftSection={<Icon size={16} aria-hidden />} onClick={() => setLayout(other)}>
      {t(`layout.${other}`)}
    </Button>
  );
}

/** Says that the two weeks have no free time, and what to do: the next free time leads to its day. */
function NoneInTwoWeeks({ booking }: { booking: Booking }): ReactNode {
  const { t } = useTranslation('booking');
  const { slots, strip } = booking;
  const momentText = useMomentText(slots.timezone, slots.today);
  const { currentData } = useNextTimes(booking);
  const later = currentData?.data.times.find((time) => booking.dateOf(time) > (strip.dates.at(-1) ?? ''));
  const nothing = currentData?.data.times.length === 0;
  const action = later ? (
    <Button
      variant="light"
      onClick={() => {
        booking.chooseDay(booking.dateOf(later));
        strip.showDate(booking.dateOf(later));
      }}
    >
      {t('nextFreeIs', { time: momentText(later.provider_start_time) })}
    </Button>
  ) : nothing ? (
    <Button component={Link} to={paths.search} variant="light">
      {t('findOthers')}
    </Button>
  ) : null;
  return (
    <EmptyState icon={IconCalendarOff} action={action}>
      {t(nothing ? 'noneIn62Days' : 'noneInTwoWeeks')}
    </EmptyState>
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

/** The chosen span; one by one, '60 of 80 min chosen · 20 min more needed'; or a note that chosen times were taken. */
function useProgress({ guidance, minutes, totals, flow, slots, spans }: Booking): string {
  const { t } = useTranslation('booking');
  const duration = useDurationText();
  const spanText = useSpanText(slots.timezone);
  const takenText = useTakenText(flow.lost, slots.timezone);
  const progress = takenText ?? t('progress', { chosen: duration(minutes), needed: duration(totals.minutes) });
  if (!takenText && !flow.singly && minutes === 0) return t('pickStart', { time: duration(totals.minutes) });
  if (!takenText && !flow.singly && guidance === 'enough' && spans.length === 1) return spanText(spans[0] ?? []);
  const rest = guidance === 'short' ? t('moreNeeded', { time: duration(totals.minutes - minutes) }) : t('enoughTime');
  return `${progress} · ${rest}`;
}

/** '10:00 has just been taken'; null when no chosen time was taken. */
function useTakenText(lost: readonly Slot[], timezone: string): string | null {
  const { t, i18n } = useTranslation('booking');
  const locale = formatLocale(i18n.language);
  const times = lost.map((slot) => clockTime(slot.provider_start_time, timezone, locale));
  if (times.length > 1) return t('justTakenSeveral', { times: listFormat(locale).format(times) });
  return times[0] ? t('justTaken', { time: times[0] }) : null;
}

interface StripAndTimesProps extends DaysAndTimesProps {
  shown: ShownStrip;
  empty: ReactNode;
  /** The button that leads to the month. */
  otherLayout: ReactNode;
  /** null after turning to other weeks: their first day with free time is then shown. */
  onDay: (date: string | null) => void;
}

/** Two weeks in a strip, and the free times of one of its days. */
function StripAndTimes({ shown, otherLayout, onDay, ...rest }: StripAndTimesProps) {
  const turn = (by: number) => {
    onDay(null);
    shown.turn(by);
  };
  return (
    <DaysAndTimes
      {...rest}
      shown={shown}
      calendar={
        <DayStrip shown={shown} chosen={rest.date} onChoose={onDay} onTurn={turn}>
          {otherLayout}
        </DayStrip>
      }
      onZone={onDay}
    />
  );
}
