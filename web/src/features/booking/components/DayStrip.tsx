import { useEffect, type ReactNode } from 'react';
import { formatLocale } from '@/i18n/format-locale';
import { dateTimeFormat, numberFormat } from '@/i18n/intl';
import { useTranslation } from '@/i18n/use-translation';
import { availabilityLevel } from '../calendar-days';
import { useMonthKeys } from '../hooks/use-month-keys';
import type { ShownStrip } from '../hooks/use-slots';
import { DayButton, type DayButtonProps, DaysHead } from './CalendarParts';
import classes from './DayStrip.module.css';
import { useDayLabel } from './MonthPicker';

interface DayStripProps {
  shown: ShownStrip;
  chosen: string | null;
  onChoose: (date: string) => void;
  onTurn: (by: number) => void;
  /** The button that leads to the month. */
  children: ReactNode;
}

/** Two weeks of days in a row, to swipe; arrow keys move between days, Page keys turn to other weeks, Enter chooses. */
export function DayStrip({ shown, chosen, onChoose, onTurn, children }: DayStripProps) {
  const { t } = useTranslation('booking');
  const { dates, days, openDays } = shown;
  const isOpen = (date: string): boolean => availabilityLevel(days.get(date)) !== 'none' || openDays.has(date);
  const open = dates.filter(isOpen);
  const entry = chosen !== null && open.includes(chosen) ? chosen : open[0];
  const keys = useMonthKeys({ shown: { ...shown, isFirstMonth: shown.isFirst, isLastMonth: shown.isLast }, open, entry, onMonth: onTurn });
  const { ref } = keys;
  useEffect(() => {
    const [strip, day] = [ref.current, ref.current?.querySelector<HTMLElement>('[aria-pressed="true"]')];
    // Only sideways: the page stays where it is.
    if (strip && day) strip.scrollTo?.({ left: day.offsetLeft - (strip.clientWidth - day.offsetWidth) / 2 });
  }, [ref, chosen, dates]);
  return (
    <section aria-label={t('pickDay')} aria-busy={shown.query.isFetching}>
      <StripHead shown={shown} onTurn={onTurn}>
        {children}
      </StripHead>
      {/* The keys only move the focus among the day buttons inside. */}
      <div className={classes.strip} data-loading={shown.query.isFetching || undefined} {...keys}>
        {dates.map((date) => (
          <Day
            key={date}
            date={date}
            day={days.get(date)}
            open={isOpen(date)}
            chosen={date === chosen}
            reachable={date === entry}
            onChoose={onChoose}
          />
        ))}
      </div>
    </section>
  );
}

/** The months of the strip, with buttons for the days before and after. */
function StripHead({ shown, onTurn, children }: Pick<DayStripProps, 'shown' | 'onTurn' | 'children'>) {
  const { t, i18n } = useTranslation('booking');
  const format = dateTimeFormat(formatLocale(i18n.language), { month: 'long', year: 'numeric', timeZone: 'UTC' });
  const [first, last] = [shown.dates[0] ?? shown.today, shown.dates.at(-1) ?? shown.today];
  return (
    <DaysHead
      title={format.formatRange(new Date(`${first}T00:00:00Z`), new Date(`${last}T00:00:00Z`))}
      earlier={t('earlierDays')}
      later={t('laterDays')}
      isFirst={shown.isFirst}
      isLast={shown.isLast}
      onTurn={onTurn}
    >
      {children}
    </DaysHead>
  );
}

function Day(props: DayButtonProps) {
  const { i18n } = useTranslation('booking');
  const locale = formatLocale(i18n.language);
  const weekday = dateTimeFormat(locale, { weekday: 'short', timeZone: 'UTC' });
  return (
    <DayButton {...props} className={classes.day} label={useDayLabel(props.date, props.day)}>
      <small>{weekday.format(new Date(`${props.date}T00:00:00Z`))}</small>
      <span>{numberFormat(locale).format(Number(props.date.slice(8)))}</span>
    </DayButton>
  );
}
