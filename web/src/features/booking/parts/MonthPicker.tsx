import { useEffect, useRef, type KeyboardEvent } from 'react';
import { ActionIcon } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { formatLocale } from '@/i18n/format-locale';
import { openDayAfter, roomOf, weeksOf, type DayOfSlots } from '../days';
import classes from './MonthPicker.module.css';

interface MonthPickerProps {
  /** Any date of the shown month. */
  month: string;
  /** Weeks that end before this date are left out. */
  today: string;
  days: ReadonlyMap<string, DayOfSlots>;
  /** Days that the provider's hours reach into: they can be looked at though all is taken. */
  openDays: ReadonlySet<string>;
  chosen: string | null;
  loading: boolean;
  isFirstMonth: boolean;
  isLastMonth: boolean;
  onChoose: (date: string) => void;
  onMonth: (by: number) => void;
}

const ROOM_WORDS = { none: 'dayNoRoom', little: 'dayLittleRoom', plenty: 'dayMuchRoom' } as const;
const STEPS: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -7, ArrowDown: 7 };
const MONTHS: Readonly<Record<string, number>> = { PageUp: -1, PageDown: 1 };

/** A month whose days show how much room they have. Arrow keys walk, Page keys turn the month, Enter chooses. */
export function MonthPicker(props: MonthPickerProps) {
  const { month, today, days, openDays, chosen, loading, isFirstMonth, isLastMonth, onChoose, onMonth } = props;
  const { t, i18n } = useTranslation('booking');
  const grid = useRef<HTMLDivElement>(null);
  const format = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(formatLocale(i18n.language), { ...options, timeZone: 'UTC' });
  const title = format({ month: 'long', year: 'numeric' }).format(new Date(`${month}T00:00:00Z`));
  const weekday = format({ weekday: 'narrow' });
  const weeks = weeksOf(month).filter((week) => week.some((date) => date !== null && date >= today));
  const isOpen = (date: string): boolean => roomOf(days.get(date)) !== 'none' || openDays.has(date);
  const open = weeks.flat().filter((date): date is string => date !== null && isOpen(date));
  const entry = chosen !== null && open.includes(chosen) ? chosen : open[0];
  const turned = useRef(false);
  useEffect(() => {
    // A month turned by key keeps the focus among its days.
    if (!turned.current || !entry || loading) return;
    turned.current = false;
    grid.current?.querySelector<HTMLElement>(`[data-date="${entry}"]`)?.focus();
  }, [entry, loading]);

  function walk(event: KeyboardEvent<HTMLDivElement>) {
    const date = (event.target as HTMLElement).dataset['date'];
    const turn = MONTHS[event.key];
    const step = STEPS[event.key] ?? 0;
    if (!date || (!turn && !step)) return;
    event.preventDefault();
    if (turn) {
      if (turn < 0 ? isFirstMonth : isLastMonth) return;
      turned.current = true;
      onMonth(turn);
      return;
    }
    const sideways = Math.abs(step) === 1 && i18n.dir() === 'rtl';
    const next = openDayAfter(date, sideways ? -step : step, open);
    if (next) grid.current?.querySelector<HTMLElement>(`[data-date="${next}"]`)?.focus();
  }

  return (
    <section aria-label={t('pickDay')} aria-busy={loading}>
      <div className={classes.head}>
        <span className={classes.title} aria-live="polite">
          {title}
        </span>
        <span className={classes.turn}>
          <ActionIcon size="lg" aria-label={t('previousMonth')} disabled={isFirstMonth} onClick={() => onMonth(-1)}>
            <IconChevronLeft size={18} />
          </ActionIcon>
          <ActionIcon size="lg" aria-label={t('nextMonth')} disabled={isLastMonth} onClick={() => onMonth(1)}>
            <IconChevronRight size={18} />
          </ActionIcon>
        </span>
      </div>
      {/* The keys only move the focus among the day buttons inside. */}
      {/* eslint-disable-next-line jsx-a11y/no-static-element-interactions */}
      <div className={classes.month} data-loading={loading || undefined} onKeyDown={walk} ref={grid}>
        {[1, 2, 3, 4, 5, 6, 7].map((day) => (
          <span key={day} className={classes.weekday} aria-hidden>
            {weekday.format(new Date(Date.UTC(2024, 0, day)))}
          </span>
        ))}
        {weeks.flat().map((date, place) =>
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

interface DayProps {
  date: string;
  day: DayOfSlots | undefined;
  open: boolean;
  chosen: boolean;
  /** The one day of the month that Tab stops at. */
  reachable: boolean;
  onChoose: (date: string) => void;
}

function Day({ date, day, open, chosen, reachable, onChoose }: DayProps) {
  const { t, i18n } = useTranslation('booking');
  const spoken = new Intl.DateTimeFormat(formatLocale(i18n.language), {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    timeZone: 'UTC',
  });
  const room = roomOf(day);
  return (
    <button
      type="button"
      className={classes.day}
      data-date={date}
      data-room={room}
      disabled={!open}
      tabIndex={reachable ? 0 : -1}
      aria-pressed={chosen}
      aria-label={t(ROOM_WORDS[room], { date: spoken.format(new Date(`${date}T00:00:00Z`)) })}
      onClick={() => onChoose(date)}
    >
      {Number(date.slice(8))}
    </button>
  );
}
