import { useEffect, useRef, type KeyboardEvent } from 'react';
import { useTranslation } from '@/i18n/use-translation';
import { openDayAfter } from '../calendar-days';
import type { ShownMonth } from './use-slots';

const STEPS: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -7, ArrowDown: 7 };
const MONTHS: Readonly<Record<string, number>> = { PageUp: -1, PageDown: 1 };

interface MonthKeysOptions {
  shown: Pick<ShownMonth, 'query' | 'isFirstMonth' | 'isLastMonth'>;
  /** The dates that can be chosen. */
  open: readonly string[];
  /** The date that Tab reaches. */
  entry: string | undefined;
  onMonth: (by: number) => void;
}

/** Keyboard navigation of a month's grid, or of a row of days, whose days carry data-date: arrows move among open days, Page keys change the month. */
export function useMonthKeys({ shown, open, entry, onMonth }: MonthKeysOptions) {
  const { i18n } = useTranslation();
  const grid = useRef<HTMLDivElement>(null);
  const turned = useRef(false);
  const loading = shown.query.isFetching;
  useEffect(() => {
    // Changing the month by key keeps the focus on a day.
    if (!turned.current || !entry || loading) return;
    turned.current = false;
    focusDay(grid.current, entry);
  }, [entry, loading]);

  function turn(by: number): void {
    if (by < 0 ? shown.isFirstMonth : shown.isLastMonth) return;
    turned.current = true;
    onMonth(by);
  }

  function walk(date: string, step: number): void {
    const sideways = Math.abs(step) === 1 && i18n.dir() === 'rtl';
    const next = openDayAfter(date, sideways ? -step : step, open);
    if (next) focusDay(grid.current, next);
  }

  function onKeyDown(event: KeyboardEvent<HTMLDivElement>): void {
    const date = (event.target as HTMLElement).dataset['date'];
    const by = MONTHS[event.key];
    const step = STEPS[event.key];
    if (!date || (!by && !step)) return;
    event.preventDefault();
    if (by) turn(by);
    else if (step) walk(date, step);
  }

  return { ref: grid, onKeyDown };
}

function focusDay(grid: HTMLElement | null, date: string): void {
  grid?.querySelector<HTMLElement>(`[data-date="${date}"]`)?.focus();
}
