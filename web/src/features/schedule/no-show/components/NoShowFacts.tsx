import type { ReactNode } from 'react';
import type { BookingData } from '@/api';
import { useTranslation } from '@/i18n/use-translation';
import classes from '@/ui/CancellationTerms.module.css';
import { useTimeRangeText } from '../../hooks/use-time-range-text';
import { noShowsOf, startOf } from '../no-shows';

interface NoShowFactsProps {
  booking: BookingData;
  /** Draws one fact of the summary. */
  fact: (name: string, children: ReactNode) => ReactNode;
}

/** Who did not come to which session, what was written of it, and whether it is contested. */
export function NoShowFacts({ booking, fact }: NoShowFactsProps) {
  const { t } = useTranslation('schedule');
  const timeLine = useTimeRangeText();
  const found = noShowsOf(booking);
  if (found.length === 0) return null;
  return fact(
    t('noShow.title'),
    found.map((each) => {
      const start = startOf(booking, each);
      return (
        <div key={each.position}>
          {t('noShow.sessionOn', { who: t(`noShow.${each.absent}`), time: timeLine(start, start) })}
          {each.note ? <bdi className={classes.words}>{each.note}</bdi> : null}
          {each.contested_at ? (
            <>
              <strong className={classes.words}>
                {t('noShow.contested')}: {t('noShow.countsNot')}
              </strong>
              <bdi className={classes.words}>{each.contest}</bdi>
            </>
          ) : null}
        </div>
      );
    }),
  );
}
