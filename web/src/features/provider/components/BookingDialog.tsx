import { Skeleton, Stack } from '@mantine/core';
import { IconMoodSad, IconStarFilled } from '@tabler/icons-react';
import { Link } from 'react-router-dom';
import { asFailure, type AccountData, type RatingSummary } from '@/api';
import { useTranslation } from '@/i18n/use-translation';
import { providerPath } from '@/routing';
import { Avatar, EmptyState, QueryStates, Sheet, useRatingText } from '@/ui';
import { useGetProviderProfileQuery } from '../api';
import { useProviderTab } from '../hooks/use-provider-tab';
import classes from './BookingDialog.module.css';
import { ProviderTabs } from './ProviderTabs';

interface BookingDialogProps {
  ownerId: string;
  onClose: () => void;
}

/** A provider over any page: booking, reviews, posts and profile (product.md 3.6). */
export default function BookingDialog({ ownerId, onClose }: BookingDialogProps) {
  const { t } = useTranslation('provider');
  const query = useGetProviderProfileQuery({ ownerId });
  const known = query.currentData?.data;
  const missing = query.isError && asFailure(query.error).kind === 'not_found';
  return (
    <Sheet
      opened
      onClose={onClose}
      size="lg"
      title={known ? <DialogTitle provider={known.account_data} summary={known.rating_summary} /> : t('bookSession')}
    >
      <div className={classes.body}>
        {missing ? (
          <EmptyState icon={IconMoodSad}>{t('notFound')}</EmptyState>
        ) : (
          <QueryStates
            query={query}
            skeleton={
              <Stack gap="xs">
                <Skeleton height={36} />
                <Skeleton height={60} mt="md" />
                <Skeleton height={60} />
              </Stack>
            }
          >
            {({ data }) => <DialogTabs provider={data.account_data} />}
          </QueryStates>
        )}
      </div>
    </Sheet>
  );
}

function DialogTabs({ provider }: { provider: AccountData }) {
  return <ProviderTabs provider={provider} shown={useProviderTab(provider)} />;
}

/** The provider's name and rating; the name links to their page. */
function DialogTitle({ provider, summary }: { provider: AccountData; summary: RatingSummary }) {
  const { t } = useTranslation('ui');
  const ratingText = useRatingText();
  const rated = summary.reviews > 0 && summary.rating !== null;
  return (
    <span className={classes.person}>
      <Avatar name={provider.name} src={provider.avatar} size={48} />
      <span>
        <Link to={providerPath(provider.username || provider.name)} className={classes.name}>
          {provider.name}
        </Link>
        <small>
          <bdi>{provider.expertise || `@${provider.username}`}</bdi>
          {' · '}
          {rated ? (
            <span role="img" aria-label={t('rated', { rating: ratingText(Number(summary.rating)), count: summary.reviews })}>
              <IconStarFilled size={14} aria-hidden /> {ratingText(Number(summary.rating))} ({summary.reviews})
            </span>
          ) : (
            t('noRatings')
          )}
        </small>
      </span>
    </span>
  );
}
