import type { AnswerFiguresWithViews } from '@/api/generated/figures';
import { dateTimeFormat } from '@/i18n/intl';

export type FiguresAnswer = AnswerFiguresWithViews['data'];
export type Sums = FiguresAnswer['figures'];
type FiguresOfPart = FiguresAnswer['series'][number];

/** Days as '2026-01-31', both included. */
export interface Span {
  first: string;
  last: string;
}

export const ranges = ['week', 'month', 'quarter', 'year', 'own'] as const;
export type Range = (typeof ranges)[number];

const DAY = 86_400_000;

const textOf = (date: Date) => date.toISOString().slice(0, 10);
const dayAt = (year: number, month: number, day: number) => textOf(new Date(Date.UTC(year, month, day)));

/** The day that it is in a zone. */
export const todayIn = (zone: string, now: Date): string =>
  dateTimeFormat('en-CA', { timeZone: zone, year: 'numeric', month: '2-digit', day: '2-digit' }).format(now);

/** This week, month, quarter or year, whole. Weeks begin on `firstWeekday` (1 for Monday to 7 for Sunday). */
export function spanOf(range: Exclude<Range, 'own'>, today: string, firstWeekday: number): Span {
  const date = new Date(`${today}T00:00:00Z`);
  const year = date.getUTCFullYear();
  const month = date.getUTCMonth();
  switch (range) {
    case 'week': {
      const first = date.getTime() - ((date.getUTCDay() + 7 - (firstWeekday % 7)) % 7) * DAY;
      return { first: textOf(new Date(first)), last: textOf(new Date(first + 6 * DAY)) };
    }
    case 'month':
      return { first: dayAt(year, month, 1), last: dayAt(year, month + 1, 0) };
    case 'quarter': {
      const begins = month - (month % 3);
      return { first: dayAt(year, begins, 1), last: dayAt(year, begins + 3, 0) };
    }
    case 'year':
      return { first: dayAt(year, 0, 1), last: dayAt(year, 12, 0) };
  }
}

/** By how much a figure has changed, as a share of the former one; null where nothing was before. */
export const changeOf = (now: number, before: number): number | null => (before === 0 ? null : (now - before) / before);

/** How many of a hundred views led to a request; null without views. */
export const conversionOf = ({ requests, views }: Pick<Sums, 'requests' | 'views'>): number | null => (views ? requests / views : null);

export const cancelledOf = ({ cancelled: { by_provider, by_client, by_system, unknown } }: Sums): number =>
  by_provider + by_client + by_system + unknown;

/** What a chart can show: a figure, or the income in a currency. */
export type Metric = 'bookings' | 'hours' | 'requests' | 'views' | `income ${string}`;

export function valueOf(part: FiguresOfPart, metric: Metric): number {
  switch (metric) {
    case 'bookings':
      return part.bookings;
    case 'hours':
      return Math.round(part.minutes / 6) / 10;
    case 'requests':
      return part.requests;
    case 'views':
      return part.views ?? 0;
    default:
      return part.income.find(({ currency }) => currency === metric.slice('income '.length))?.amount ?? 0;
  }
}

/** The metrics that have something to show, in the order of the choice. */
export function metricsOf(figures: Sums): Metric[] {
  return [
    'bookings',
    'hours',
    ...figures.income.map(({ currency }): Metric => `income ${currency}`),
    'requests',
    ...(figures.views === null ? [] : (['views'] as const)),
  ];
}

/** Nothing has happened yet: neither a booking nor a view, now or before. */
export const isEmpty = (sums: Sums): boolean => sums.bookings + sums.requests + sums.declined + cancelledOf(sums) + (sums.views ?? 0) === 0;
