import { useTranslation } from '@/i18n/use-translation';
import classes from './CancellationTerms.module.css';
import { wholeDays } from './whole-days';

/** Until how many hours before the start a client cancels freely, and what counts after that (product.md 4.7). */
export interface CancellationTerms {
  readonly free_hours: number;
  readonly late: string;
  /** What is said to a client who cancels late; may be empty. */
  readonly words: string;
}

interface ServiceTerms {
  readonly free_cancellation_hours?: number | null;
  readonly late_cancellation?: string;
  readonly cancellation_words?: string;
}

/** The terms of a service; null without any. */
export function termsOfService({
  free_cancellation_hours: hours,
  late_cancellation,
  cancellation_words,
}: ServiceTerms): CancellationTerms | null {
  if (hours === null || hours === undefined) return null;
  return { free_hours: hours, late: late_cancellation ?? 'allowed', words: cancellation_words ?? '' };
}

interface TermsProps {
  terms: CancellationTerms;
  /** Until when it is free, once the start is known. */
  freeUntil?: string;
}

/** Until when it is free to cancel, and what counts after that, with the provider's words. */
export function CancellationTermsText({ terms, freeUntil }: TermsProps) {
  const { t } = useTranslation('ui');
  const days = wholeDays(terms.free_hours);
  const ahead = days ? t('cancelling.freeDays', { count: days }) : t('cancelling.freeHours', { count: terms.free_hours });
  const standing = terms.free_hours === 0 ? t('cancelling.freeToStart') : ahead;
  return (
    <>
      {freeUntil ? t('cancelling.freeUntil', { time: freeUntil }) : standing}.{' '}
      {t(terms.late === 'refused' ? 'cancelling.thenRefused' : 'cancelling.thenLate')}
      {terms.late === 'allowed' && terms.words ? <bdi className={classes.words}>{terms.words}</bdi> : null}
    </>
  );
}
