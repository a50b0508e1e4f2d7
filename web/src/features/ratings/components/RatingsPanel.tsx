import { useState } from 'react';
import { Button, NativeSelect, Skeleton, Stack } from '@mantine/core';
import { IconStar } from '@tabler/icons-react';
import { Link } from 'react-router-dom';
import type { RatingsInfo } from '@/api';
import { formatLocale } from '@/i18n/format-locale';
import { numberFormat } from '@/i18n/intl';
import { useTranslation } from '@/i18n/use-translation';
import { schedulePath } from '@/routing';
import { EmptyState, QueryStates, useRatingText } from '@/ui';
import { useGetRatingsInfoQuery } from '../api';
import classes from './RatingsPanel.module.css';
import { ReviewList } from './ReviewList';

const STARS = [5, 4, 3, 2, 1] as const;

interface RatingsPanelProps {
  ownerId: string;
  own: boolean;
  /** The order whose review a link leads to; '' for none. */
  wanted?: string;
}

/** Average, star filter with counts, and reviews (product.md 4.12). */
export default function RatingsPanel({ ownerId, own, wanted = '' }: RatingsPanelProps) {
  const { t } = useTranslation('ratings');
  const query = useGetRatingsInfoQuery({ ownerId });
  return (
    <QueryStates query={query} skeleton={<RatingsSkeleton />}>
      {({ data: { rating_summary: summary } }) =>
        summary.reviews === 0 ? (
          <Stack gap="md">
            <AverageRating summary={summary} />
            <EmptyState icon={IconStar} action={own ? <AskForRatings /> : null}>
              {own ? t('noRatingsOwn') : t('noRatingsVisitor')}
            </EmptyState>
          </Stack>
        ) : (
          <FilteredReviews ownerId={ownerId} summary={summary} wanted={wanted} />
        )
      }
    </QueryStates>
  );
}

/** Leads to the sessions whose clients can be asked. */
function AskForRatings() {
  const { t } = useTranslation('ratings');
  return (
    <Button component={Link} to={schedulePath('pending_review', 'order')} variant="light">
      {t('askForRatings')}
    </Button>
  );
}

function RatingsSkeleton() {
  return (
    <Stack gap="md">
      <Skeleton height={60} width={220} />
      <Skeleton height={80} />
      <Skeleton height={80} />
    </Stack>
  );
}

type Summary = RatingsInfo['rating_summary'];

function FilteredReviews({ ownerId, summary, wanted }: { ownerId: string; summary: Summary; wanted: string }) {
  const [stars, setStars] = useState<number | null>(null);
  return (
    <Stack gap="md">
      <div className={classes.bar}>
        <AverageRating summary={summary} />
        <StarFilter summary={summary} stars={stars} onChoose={setStars} />
      </div>
      <ReviewList key={stars ?? 'all'} ownerId={ownerId} stars={stars} wanted={wanted} onShowAll={() => setStars(null)} />
    </Stack>
  );
}

/** 'Average rating' with its value and count, or a note that there are none. */
function AverageRating({ summary: { rating, reviews } }: { summary: Summary }) {
  const { t } = useTranslation('ratings');
  const ratingText = useRatingText();
  return (
    <div className={classes.head}>
      <h2>{t('averageRating')}</h2>
      <span className={classes.average}>{reviews > 0 ? ratingText(rating) : t('notRated')}</span>{' '}
      <span className={classes.caption}>{reviews > 0 ? t('reviews', { count: reviews }) : t('noRatings')}</span>
    </div>
  );
}

interface StarFilterProps {
  summary: Summary;
  /** null for all. */
  stars: number | null;
  onChoose: (stars: number | null) => void;
}

/** Filters ratings by stars. The counts are the server's and cover all ratings. */
function StarFilter({ summary, stars, onChoose }: StarFilterProps) {
  const { t, i18n } = useTranslation('ratings');
  const counted = (label: string, count: number) => `${label} (${numberFormat(formatLocale(i18n.language)).format(count)})`;
  return (
    <NativeSelect
      aria-label={t('filter')}
      value={stars === null ? 'all' : String(stars)}
      onChange={({ currentTarget: { value } }) => onChoose(value === 'all' ? null : Number(value))}
      data={[
        { value: 'all', label: counted(t('allRatings'), summary.reviews) },
        ...STARS.map((number) => ({
          value: String(number),
          label: counted(t('stars', { count: number }), summary.stars[number] ?? 0),
        })),
      ]}
    />
  );
}
