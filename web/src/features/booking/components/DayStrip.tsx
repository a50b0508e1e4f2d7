import { useEffect, type ReactNode } from 'react';
import { ActionIcon, VisuallyHidden } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { formatLocale } from '@/i18n/format-locale';
import { dateTimeFormat, numberFormat } from '@/i18n/intl';
import { useTranslation } from '@/i18n/use-translation';
import { availabilityLevel, type DayOfSlots } from '../calendar-days';
import { useMonthKeys } from '../hooks/use-month-keys';
import type { ShownStrip } from '../hooks/use-slots';
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
          <Day key={date} date={date} day={days.get(date)} open={isOpen(date)} chosen={date === chosen} reachable={date === entry} onChoose={onChoose} />
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
    <div className={classes.head}>
      <span className={classes.title} aria-live="polite">
        {format.formatRange(new Date(`${first}T00:00:00Z`), new Date(`${last}T00:00:00Z`))}
      </span>
      <span className={classes.turn}>
        {children}
        <ActionIcon size="lg" aria-label={t('earlierDays')} disabled={shown.isFirst} onClick={() => onTurn(-1)}>
          <IconChevronLeft size={18} />
        </ActionIcon>
        <ActionIcon size="lg" aria-label={t('laterDays')} disabled={shown.isLast} onClick={() => onTurn(1)}>
          <IconChevronRight size={18} />
        </ActionIcon>
      </span>
    </div>
  );
}

interface DayProps {
  date: string;
  day: DayOfSlots | undefined;
  open: boolean;
  chosen: boolean;
  /** The one day of the strip that Tab reaches. */
  reachable: boolean;
  onChoose: (date: string) => void;
}

function Day({ date, day, open, chosen, reachable, onChoose }: DayProps) {
  const { i18n } = useTranslation('booking');
  const locale = formatLocale(i18n.language);
  const weekday = dateTimeFormat(locale, { weekday: 'short', timeZone: 'UTC' });
  return (
    <button
      type="button"
      className={classes.day}
      data-date={date}
      data-room={availabilityLevel(day)}
      disabled={!open}
      tabIndex={reachable ? 0 : -1}
      aria-pressed={chosen}
      onClick={() => onChoose(date)}
    >
      <small aria-hidden>{weekday.format(new Date(`${date}T00:00:00Z`))}</small>
      <span aria-hidden>{numberFormat(locale).format(Number(date.slice(8)))}</span>
      <VisuallyHidden>{useDayLabel(date, day)}</VisuallyHidden>
    </button>
  );
}
