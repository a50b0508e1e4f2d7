import type { ReactNode } from 'react';
import type { BookingData } from '@/api';
import { useTranslation } from '@/i18n/use-translation';
import { useNow } from '@/ui';
import { CancellationTermsText } from '@/ui/CancellationTerms';
import classes from '@/ui/CancellationTerms.module.css';
import { useTimeRangeText } from '../../hooks/use-time-range-text';
import { freeUntil, termsOf, type CancelReason } from '../terms';

interface CancellingFactsProps {
  booking: BookingData;
  /** Draws one fact of the summary. */
  fact: (name: string, children: ReactNode) => ReactNode;
}

/** Of an open booking its terms for cancelling, of a cancelled one who cancelled it, why, and whether it was late. */
export function CancellingFacts({ booking, fact }: CancellingFactsProps) {
  return booking.request_status === 'cancelled' ? <Ending booking={booking} fact={fact} /> : <Terms booking={booking} fact={fact} />;
}

function Terms({ booking, fact }: CancellingFactsProps) {
  const { t } = useTranslation('ui');
  const now = useNow();
  const timeLine = useTimeRangeText();
  const terms = termsOf(booking);
  if (terms.length === 0 || !['pending', 'accepted', 'ongoing'].includes(booking.request_status)) return null;
  return fact(
    t('cancelling.title'),
    terms.map((each) => {
      const end = freeUntil(booking, each, now);
      const until = end.toISOString();
      return (
        <div key={JSON.stringify(each)}>
          <CancellationTermsText terms={each} {...(end > now ? { freeUntil: timeLine(until, until) } : {})} />
        </div>
      );
    }),
  );
}

function Ending({ booking: { cancelled_by, cancel_reason, cancelled_late, late_words }, fact }: CancellingFactsProps) {
  const { t } = useTranslation('schedule');
  if (cancelled_by !== 'client' && cancelled_by !== 'provider') return null;
  const parts = [
    t(`cancelling.by.${cancelled_by}`),
    cancel_reason ? t(`cancelling.reasons.${cancel_reason as CancelReason}`) : '',
    cancelled_late ? t('cancelling.wasLate') : '',
  ];
  return fact(
    t('cancelling.why'),
    <>
      {parts.filter(Boolean).join(' · ')}
      {late_words ? <bdi className={classes.words}>{late_words}</bdi> : null}
    </>,
  );
}
