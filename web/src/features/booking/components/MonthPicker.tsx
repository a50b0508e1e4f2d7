import type { ReactNode } from 'react';
import { firstWeekdayOf, formatLocale } from '@/i18n/format-locale';
import { dateTimeFormat, numberFormat } from '@/i18n/intl';
import { useTranslation } from '@/i18n/use-translation';
import { availabilityLevel, weeksOf, type DayOfSlots } from '../calendar-days';
import { useMonthKeys } from '../hooks/use-month-keys';
import type { ShownMonth } from '../hooks/use-slots';
import { DayButton, type DayButtonProps, DaysHead } from './CalendarParts';
import classes from './MonthPicker.module.css';

interface MonthPickerProps {
  shown: ShownMonth;
  chosen: string | null;
  onChoose: (date: string) => void;
  onMonth: (by: number) => void;
  /** A button beside those that change the month. */
  children?: ReactNode;
}

const ROOM_WORDS = { none: 'dayNoRoom', little: 'dayLittleRoom', plenty: 'dayMuchRoom' } as const;

/** A month whose days show how much free time they have. Arrow keys move between days, Page keys change the month, Enter chooses. */
export function MonthPicker({ shown, chosen, onChoose, onMonth, children }: MonthPickerProps) {
  const { t, i18n } = useTranslation('booking');
  const firstDay = firstWeekdayOf(formatLocale(i18n.language));
  const { month, today, days, openDays } = shown;
  const loading = shown.query.isFetching;
  const weeks = weeksOf(month, firstDay).filter((week) => week.some((date) => date !== null && date >= today));
  const isOpen = (date: string): boolean => availabilityLevel(days.get(date)) !== 'none' || openDays.has(date);
  const open = weeks.flat().filter((date): date is string => date !== null && isOpen(date));
  const entry = chosen !== null && open.includes(chosen) ? chosen : open[0];
  const keys = useMonthKeys({ shown, open, entry, onMonth });
  return (
    <section aria-label={t('pickDay')} aria-busy={loading}>
      <MonthHead shown={shown} onMonth={onMonth}>
        {children}
      </MonthHead>
      {/* The keys only move the focus among the day buttons inside. */}
      <div className={classes.month} data-loading={loading || undefined} {...keys}>
        <WeekdayNames firstDay={firstDay} />
        {weeks
          .flat()
          .map((date, place) =>
            date ? (
              <Day
                key={date}
                date={date}
                day={days.get(date)}
                open={isOpen(date)}
                chosen={date === chosen}
                reachable={date === entry}
                onChoose={onChoose}
              />
            ) : (
              <span key={`blank-${place}`} />
            ),
          )}
      </div>
    </section>
  );
}

/** The month's name, with buttons for the previous and the next month. */
function MonthHead({ shown, onMonth, children }: Pick<MonthPickerProps, 'shown' | 'onMonth' | 'children'>) {
  const { t, i18n } = useTranslation('booking');
  const name = dateTimeFormat(formatLocale(i18n.language), { month: 'long', year: 'numeric', timeZone: 'UTC' });
  return (
    <DaysHead
      title={name.format(new Date(`${shown.month}T00:00:00Z`))}
      earlier={t('previousMonth')}
      later={t('nextMonth')}
      isFirst={shown.isFirstMonth}
      isLast={shown.isLastMonth}
      onTurn={onMonth}
    >
      {children}
    </DaysHead>
  );
}

/** Weekday headings; 1 January 2024 was a Monday. Screen readers get the weekday from each day's own label. */
function WeekdayNames({ firstDay }: { firstDay: number }) {
  const { i18n } = useTranslation();
  const weekday = dateTimeFormat(formatLocale(i18n.language), { weekday: 'narrow', timeZone: 'UTC' });
  return [0, 1, 2, 3, 4, 5, 6].map((place) => (
    <span key={place} className={classes.weekday} aria-hidden>
      {weekday.format(new Date(Date.UTC(2024, 0, firstDay + place)))}
    </span>
  ));
}

/** A day for screen readers: its date and how much free time it has. */
export function useDayLabel(date: string, day: DayOfSlots | undefined): string {
  const { t, i18n } = useTranslation('booking');
  const spoken = dateTimeFormat(formatLocale(i18n.language), {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    timeZone: 'UTC',
  });
  return t(ROOM_WORDS[availabilityLevel(day)], { date: spoken.format(new Date(`${date}T00:00:00Z`)) });
}

function Day(props: DayButtonProps) {
  const { i18n } = useTranslation('booking');
  return (
    <DayButton {...props} className={classes.day} label={useDayLabel(props.date, props.day)}>
      {numberFormat(formatLocale(i18n.language)).format(Number(props.date.slice(8)))}
    </DayButton>
  );
}
