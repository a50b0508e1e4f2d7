import { ActionIcon, Button, VisuallyHidden } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { firstWeekdayOf, formatLocale } from '@/i18n/format-locale';
import { dateTimeFormat, numberFormat } from '@/i18n/intl';
import { useTranslation } from '@/i18n/use-translation';
import { daysAfter, weekOf } from '../dates';
import type { ShownDay } from '../hooks/use-shown-day';
import classes from './DayStrip.module.css';

interface DayStripProps {
  shown: ShownDay;
  /** How many sessions a day has. */
  countOf: (date: string) => number;
}

/** The week of the shown day, to step to another one, and the way back to today (product.md 4.19). */
export function DayStrip({ shown, countOf }: DayStripProps) {
  const { t, i18n } = useTranslation('schedule');
  const locale = formatLocale(i18n.language);
  const month = dateTimeFormat(locale, { month: 'long', year: 'numeric', timeZone: 'UTC' });
  const week = weekOf(shown.day, firstWeekdayOf(locale));
  const [first = shown.day, last = shown.day] = [week[0], week.at(-1)];
  return (
    <nav className={classes.strip} aria-label={t('day.choose')}>
      <div className={classes.head}>
        <span>{month.formatRange(new Date(`${first}T00:00:00Z`), new Date(`${last}T00:00:00Z`))}</span>
        <span className={classes.turn}>
          <Button variant="default" size="compact-sm" disabled={shown.isToday} onClick={() => shown.show(shown.today)}>
            {t('day.today')}
          </Button>
          <ActionIcon size="lg" aria-label={t('day.weekBefore')} onClick={() => shown.show(daysAfter(shown.day, -7))}>
            <IconChevronLeft size={18} />
          </ActionIcon>
          <ActionIcon size="lg" aria-label={t('day.weekAfter')} onClick={() => shown.show(daysAfter(shown.day, 7))}>
            <IconChevronRight size={18} />
          </ActionIcon>
        </span>
      </div>
      <ol className={classes.days}>
        {week.map((date) => (
          <li key={date}>
            <DayButton date={date} shown={shown} count={countOf(date)} locale={locale} />
          </li>
        ))}
      </ol>
    </nav>
  );
}

function DayButton({ date, shown, count, locale }: { date: string; shown: ShownDay; count: number; locale: string }) {
  const { t } = useTranslation('schedule');
  const day = new Date(`${date}T00:00:00Z`);
  const text = (options: Intl.DateTimeFormatOptions) => dateTimeFormat(locale, { ...options, timeZone: 'UTC' }).format(day);
  return (
    <button
      type="button"
      className={classes.day}
      aria-current={date === shown.day ? 'date' : undefined}
      data-today={date === shown.today || undefined}
      onClick={() => shown.show(date)}
    >
      <small aria-hidden>{text({ weekday: 'short' })}</small>
      <b aria-hidden>{numberFormat(locale).format(Number(date.slice(8)))}</b>
      <span aria-hidden className={classes.dots}>
        {Array.from({ length: Math.min(count, 3) }, (_, place) => (
          <i key={place} />
        ))}
      </span>
      <VisuallyHidden>
        {text({ weekday: 'long', day: 'numeric', month: 'long' })}, {t('day.sessions', { count })}
      </VisuallyHidden>
    </button>
  );
}
