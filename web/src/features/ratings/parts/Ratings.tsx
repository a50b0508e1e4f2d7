import { useState } from 'react';
import { Rating as Stars, Select, Skeleton, Stack } from '@mantine/core';
import { IconStar } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useGetRatingsInfoQuery, type Rating, type RatingSummary } from '@/api';
import { Empty, Portrait, QueryStates, TimeAgo, useRatingText } from '@/ui';
import classes from './Ratings.module.css';

const STARS = [5, 4, 3, 2, 1] as const;

interface RatingsProps {
  ownerId: string;
  own: boolean;
}

/** Average, filter by stars with counts, and each review (spec 2, 'Ratings panel'). */
export function Ratings({ ownerId, own }: RatingsProps) {
  const { t } = useTranslation('ratings');
  const query = useGetRatingsInfoQuery({ ownerId });
  return (
    <QueryStates
      query={query}
      skeleton={<Skeleton height={120} />}
      isEmpty={({ data }) => data.ratings_data.length === 0}
      empty={<Empty icon={IconStar}>{own ? t('noRatingsOwn') : t('noRatingsVisitor')}</Empty>}
    >
      {({ data }) => <Reviews ratings={data.ratings_data} summary={data.rating_summary} />}
    </QueryStates>
  );
}

function Reviews({ ratings, summary }: { ratings: readonly Rating[]; summary: RatingSummary }) {
  const { t } = useTranslation('ratings');
  const ratingText = useRatingText();
  const [filter, setFilter] = useState<string>('all');
  const shown = ratings.filter((rating) => filter === 'all' || String(rating.rating) === filter);
  const count = (stars: number) => ratings.filter((rating) => rating.rating === stars).length;
  return (
    <Stack gap="md">
      <div className={classes.head}>
        <div>
          <h2>{t('averageRating')}</h2>
          <span className={classes.average}>{ratingText(Number(summary.rating))}</span>{' '}
          <span className={classes.caption}>{t('reviews', { count: summary.reviews })}</span>
        </div>
        <Select
          aria-label={t('allRatings')}
          value={filter}
          allowDeselect={false}
          onChange={(value) => setFilter(value ?? 'all')}
          data={[
            { value: 'all', label: `${t('allRatings')} (${ratings.length})` },
            ...STARS.map((stars) => ({ value: String(stars), label: `${t('stars', { count: stars })} (${count(stars)})` })),
          ]}
        />
      </div>
      {shown.length === 0 ? (
        <Empty icon={IconStar}>{t('noStars', { count: Number(filter) })}</Empty>
      ) : (
        <ul className={classes.list}>
          {shown.map((rating) => (
            <li key={`${rating.created_date}${rating.name}`}>
              <Portrait name={rating.name} src={rating.avatar} size={44} />
              <div>
                <Stars value={rating.rating} readOnly role="img" size="sm" aria-label={t('outOfFive', { rating: rating.rating })} />
                <b>{rating.name}</b>
                <p>{rating.feedback}</p>
                <span className={classes.caption}>
                  {t('published')} <TimeAgo instant={rating.created_date} />
                </span>
              </div>
            </li>
          ))}
        </ul>
      )}
    </Stack>
  );
}
