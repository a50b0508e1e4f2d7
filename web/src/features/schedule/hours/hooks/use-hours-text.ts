import { hoursRange } from '@/features/booking';
import { formatLocale } from '@/i18n/format-locale';
import { useTranslation } from '@/i18n/use-translation';
import { parseTime, type DayWindow } from '../weekly-hours';

/** Writes the hours of a day in the reader's form: 9 AM – 5:30 PM, 09:00 – 17:30. What is no time yet stays as it was typed. */
export function useHoursText(): (window: Pick<DayWindow, 'start' | 'end'>) => string {
  const { i18n } = useTranslation();
  return (window) => {
    const [start, end] = [parseTime(window.start), parseTime(window.end)];
    const [first, last] = [start, end].map((time) => new Date(`2024-01-01T${time}:00Z`));
    if (!first || !last || Number.isNaN(first.getTime()) || Number.isNaN(last.getTime())) return `${start} – ${end}`;
    return hoursRange(first, last, 'UTC', formatLocale(i18n.language));
  };
}
