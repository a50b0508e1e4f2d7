import { useEffect, useState } from 'react';
import { Button, Center, Rating as Stars, Skeleton } from '@mantine/core';
import { IconStar } from '@tabler/icons-react';
import { useSession, type Rating, type RatingsInfo } from '@/api';
import { accountNamed, ReportAction } from '@/features/safety';
import { useTranslation } from '@/i18n/use-translation';
import { Avatar, EmptyState, QueryStates, TimeAgo } from '@/ui';
import { scrollIntoView } from '@/ui/scroll-into-view';
import { useDayText } from '@/ui/use-away-text';
import { useGetRatingsInfoQuery } from '../api';
import classes from './RatingsPanel.module.css';
import { ReviewAnswer } from './ReviewAnswer';

interface ReviewListProps {
  ownerId: string;
  /** Only reviews with this many stars; null for all. */
  stars: number | null;
  onShowAll: () => void;
  /** The order whose review is brought into sight; '' for none. Pages are shown until it is among them. */
  wanted: string;
}

/** The reviews, newest first, page by page on demand. */
export function ReviewList({ ownerId, stars, wanted, onShowAll }: ReviewListProps) {
  const [cursors, setCursors] = useState<readonly string[]>([]);
  return (
    <div>
      {[null, ...cursors].map((cursor, index) => (
        <ReviewPage
          key={cursor ?? 'first'}
          ownerId={ownerId}
          stars={stars}
          wanted={wanted}
          onShowAll={onShowAll}
          cursor={cursor}
          onMore={index === cursors.length ? (next) => setCursors([...cursors, next]) : null}
        />
      ))}
    </div>
  );
}

interface ReviewPageProps extends ReviewListProps {
  /** Where the page starts; null for the first. */
  cursor: string | null;
  /** Shows the next page; null once it is shown. */
  onMore: ((cursor: string) => void) | null;
}

function ReviewPage({ ownerId, stars, wanted, onShowAll, cursor, onMore }: ReviewPageProps) {
  const { t } = useTranslation(['ratings', 'ui']);
  const query = useGetRatingsInfoQuery({ ownerId, ...(stars ? { rating: stars } : {}), ...(cursor ? { cursor } : {}) });
  useSearchOn(query.currentData?.data, wanted, onMore);
  return (
    <QueryStates
      query={query}
      skeleton={<Skeleton height={80} mb="md" />}
      isEmpty={({ data }) => data.ratings_data.length === 0 && cursor === null}
      empty={
        <EmptyState
          icon={IconStar}
          action={
            <Button variant="light" onClick={onShowAll}>
              {t('showAll')}
            </Button>
          }
        >
          {t('noStars', { count: stars ?? 0 })}
        </EmptyState>
      }
    >
      {({ data }) => (
        <>
          <ul className={classes.list}>
            {data.ratings_data.map((rating, place) => (
              <Review
                key={`${rating.created_date} ${place}`}
                rating={rating}
                ownerId={ownerId}
                wanted={wanted !== '' && rating.order_id === wanted}
              />
            ))}
          </ul>
          {data.next_cursor && onMore ? (
            <Center mt="lg">
              <Button variant="default" onClick={() => onMore(data.next_cursor ?? '')}>
                {t('ui:loadMore')}
              </Button>
            </Center>
          ) : null}
        </>
      )}
    </QueryStates>
  );
}

/** Shows the next page by itself while the wanted review is on none. */
function useSearchOn(page: RatingsInfo | undefined, wanted: string, onMore: ReviewPageProps['onMore']): void {
  const here = page?.ratings_data.some(({ order_id }) => order_id === wanted) ?? false;
  const next = page?.next_cursor;
  useEffect(() => {
    if (wanted && next && !here) onMore?.(next);
  }, [here, next, onMore, wanted]);
}

function Review({ rating: shown, ownerId, wanted }: { rating: Rating; ownerId: string; wanted: boolean }) {
  const { name, avatar, rating, feedback, created_date, review_id = '', owner_id = '', appointment_date = '' } = shown;
  const { ownerId: me, isAuthenticated } = useSession();
  const day = useDayText();
  // Guests learn nothing about who wrote it, so what they press tells them to sign in.
  const reportable = feedback !== '' && (!isAuthenticated || (review_id !== '' && owner_id !== me));
  const { t } = useTranslation('ratings');
  return (
    <li aria-current={wanted || undefined} ref={wanted ? scrollIntoView : undefined}>
      <Avatar name={name} src={avatar} size={44} />
      <div>
        <Stars value={rating} readOnly role="img" size="sm" aria-label={t('outOfFive', { rating })} />
        <b dir="auto">{name}</b>
        <p dir="auto">{feedback}</p>
        <span className={classes.caption}>
          {t('published')} <TimeAgo instant={created_date} />
          {appointment_date ? ` · ${t('fromAppointment', { day: day(appointment_date) })}` : ''}
        </span>
        <ReviewAnswer rating={shown} ownerId={ownerId} />
      </div>
      {reportable ? (
        <ReportAction
          label={t('reportReview', { name })}
          words={{ kind: 'review', id: review_id, text: feedback, at: created_date, account: accountNamed(owner_id, name, '', avatar) }}
        />
      ) : null}
    </li>
  );
}
