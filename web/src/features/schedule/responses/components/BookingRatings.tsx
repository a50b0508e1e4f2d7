import { Suspense, useState, type ReactNode } from 'react';
import { Rating } from '@mantine/core';
import { IconHourglass } from '@tabler/icons-react';
import { useSession, type BookingData, type Side } from '@/api';
import { accountNamed, ReportAction } from '@/features/safety';
import { useTranslation } from '@/i18n/use-translation';
import { useNow } from '@/ui';
import { lazyPart } from '@/ui/lazy-part';
import { useTimeRangeText } from '../../hooks/use-time-range-text';
import classes from './BookingSummary.module.css';

/** Fetched when a provider first looks at a completed booking. */
const RateClient = lazyPart(() => import('./RateClient'));

interface BookingRatingsProps {
  booking: BookingData;
  side: Side;
}

/** What both sides of a completed booking have said, as far as the viewer may see it (product.md 4.12). */
export function BookingRatings({ booking, side }: BookingRatingsProps) {
  const { t } = useTranslation('schedule');
  if (booking.request_status !== 'completed') return null;
  const name = booking.name || booking.guest_name;
  return (
    <>
      <Waiting booking={booking} side={side} />
      {booking.rating_removed ? <p className={classes.quiet}>{t('ratings.takenDown')}</p> : null}
      {booking.rating_answer ? (
        <Said title={side === 'order' ? t('ratings.ownAnswer') : t('ratings.answerOf', { name })} text={booking.rating_answer}>
          <ReportRating
            booking={booking}
            side={side}
            part="answer"
            text={booking.rating_answer}
            label={t('ratings.reportAnswer', { name })}
          />
        </Said>
      ) : null}
      {booking.client_rating ? (
        <Said
          title={side === 'order' ? t('ratings.ofClient', { name }) : t('ratings.ofYou', { name })}
          stars={booking.client_rating}
          text={booking.client_feedback ?? ''}
        >
          <ReportRating
            booking={booking}
            side={side}
            part="client"
            text={booking.client_feedback ?? ''}
            label={t('ratings.reportRating', { name })}
          />
        </Said>
      ) : null}
      {booking.client_rating_removed ? <p className={classes.quiet}>{t('ratings.takenDown')}</p> : null}
      <RatingOfClient booking={booking} side={side} />
    </>
  );
}

/** That a rating waits for the other side's, and until when. */
function Waiting({ booking: { hidden_rating_by, ratings_shown_at = '', name, guest_name }, side }: BookingRatingsProps) {
  const { t } = useTranslation('schedule');
  const timeLine = useTimeRangeText();
  if (!hidden_rating_by) return null;
  const own = (hidden_rating_by === 'provider') === (side === 'order');
  const words = { name: name || guest_name, time: timeLine(ratings_shown_at, ratings_shown_at) };
  return (
    <p className={classes.waiting}>
      <IconHourglass size={18} aria-hidden />
      <span>{own ? t('ratings.ownWaits', words) : t('ratings.othersWaits', words)}</span>
    </p>
  );
}

/** The form stays until the dialog closes, with its thanks. */
function RatingOfClient({ booking, side }: BookingRatingsProps) {
  const now = useNow();
  const rateBy = booking.rate_client_by ?? '';
  const [offered] = useState(side === 'order' && rateBy !== '' && now < new Date(rateBy));
  if (!offered) return null;
  return (
    <Suspense>
      <RateClient booking={booking} />
    </Suspense>
  );
}

function Said({ title, stars, text, children }: { title: string; stars?: number; text: string; children: ReactNode }) {
  const { t } = useTranslation('schedule');
  return (
    <section className={classes.said} aria-label={title}>
      <div>
        <h3>{title}</h3>
        {stars ? <Rating readOnly role="img" size="sm" value={stars} aria-label={t('ratedStars', { count: stars })} /> : null}
        <p dir="auto">{text}</p>
      </div>
      {children}
    </section>
  );
}

interface ReportRatingProps extends BookingRatingsProps {
  part: 'answer' | 'client';
  text: string;
  label: string;
}

/** Reports what the provider wrote. A guest has no account to report with. */
function ReportRating({ booking, side, part, text, label }: ReportRatingProps) {
  const { isAuthenticated } = useSession();
  if (side === 'order' || !isAuthenticated || !text) return null;
  const account = accountNamed(booking.provider_id, booking.name, booking.username, booking.avatar);
  return (
    <ReportAction
      label={label}
      words={{ kind: 'review', id: `${booking.order_id}.${part}`, text, at: booking.client_start_time, account }}
    />
  );
}
