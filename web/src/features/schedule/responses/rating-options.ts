import { useTranslation } from '@/i18n/use-translation';

/** The limit of the field; the server would accept 500. */
export const FEEDBACK_MAX = 300;

const RATINGS = [5, 4, 3, 2, 1] as const;
const LABEL_KEYS = {
  5: 'rating.words.excellent',
  4: 'rating.words.veryGood',
  3: 'rating.words.satisfactory',
  2: 'rating.words.poor',
  1: 'rating.words.terrible',
} as const;

/** The choices of stars, the most first: '5 · Excellent'. */
export function useRatingOptions(): { value: string; label: string }[] {
  const { t } = useTranslation('schedule');
  return RATINGS.map((value) => ({ value: String(value), label: `${value} · ${t(LABEL_KEYS[value])}` }));
}
