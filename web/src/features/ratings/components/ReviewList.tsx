import { useState } from 'react';
import { Button, Center, Rating as Stars, Skeleton } from '@mantine/core';
import { IconStar } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { Rating } from '@/api';
import { Avatar, EmptyState, QueryStates, TimeAgo } from '@/ui';
import { useGetRatingsInfoQuery } from '../api';
import classes from './RatingsPanel.module.css';

interface ReviewListProps {
  ownerId: string;
  /** Only reviews with this many stars; null for all. */
  stars: number | null;
}

/** The reviews, newest first, page by page on demand. */
export function ReviewList({ ownerId, stars }: ReviewListProps) {
  const [cursors, setCursors] = useState<readonly string[]>([]);
  return (
    <div>
      {[null, ...cursors].map((cursor, index) => (
        <ReviewPage
          key={cursor ?? 'first'}
          ownerId={ownerId}
          stars={stars}
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

function ReviewPage({ ownerId, stars, cursor, onMore }: ReviewPageProps) {
  const { t } = useTranslation(['ratings', 'ui']);
  const query = useGetRatingsInfoQuery({ ownerId, ...(stars ? { rating: stars } : {}), ...(cursor ? { cursor } : {}) });
  return (
    <QueryStates
      query={query}
      skeleton={<Skeleton height={80} mb="md" />}
      isEmpty={({ data }) => data.ratings_data.length === 0 && cursor === null}
      empty={<EmptyState icon={IconStar}>{t('noStars', { count: stars ?? 0 })}</EmptyState>}
    >
      {({ data }) => (
        <>
          <ul className={classes.list}>
            {data.ratings_data.map((rating, place) => (
              <Review key={`${rating.created_date} ${place}`} rating={rating} />
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

function Review({ rating: { name, avatar, rating, feedback, created_date } }: { rating: Rating }) {
  const { t } = useTranslation('ratings');
  return (
    <li>
      <Avatar name={name} src={avatar} size={44} />
      <div>
        <Stars value={rating} readOnly role="img" size="sm" aria-label={t('outOfFive', { rating })} />
        <b dir="auto">{name}</b>
        <p dir="auto">{feedback}</p>
        <span className={classes.caption}>
          {t('published')} <TimeAgo instant={created_date} />
        </span>
      </div>
    </li>
  );
}
