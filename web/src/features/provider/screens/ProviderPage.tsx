import { Suspense, useState } from 'react';
import { ActionIcon, Button, Skeleton, Tabs } from '@mantine/core';
import { IconMoodSad, IconShare3 } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link, useParams } from 'react-router-dom';
import { asFailure, useGetProviderProfileQuery, useSession, type AccountData, type RatingSummary } from '@/api';
import { paths } from '@/app/paths';
import { BookingPanel } from '@/features/booking';
import { AccountPosts } from '@/features/feed';
import { Ratings } from '@/features/ratings';
import { SharePageDialog } from '@/features/share';
import { Empty, QueryStates, useBigScreen, useDialog } from '@/ui';
import { Hero } from '../parts/Hero';
import { Info } from '../parts/Info';
import { TrustStrip } from '../parts/TrustStrip';
import classes from './ProviderPage.module.css';

type Tab = 'book' | 'reviews' | 'posts' | 'info';

/** /p/{username}: who this is, why to trust them, and booking (spec 2, section 2). */
export default function ProviderPage() {
  const { t } = useTranslation('provider');
  const { providerUsername = '' } = useParams();
  const query = useGetProviderProfileQuery({ username: providerUsername });
  if (query.isError && asFailure(query.error).kind === 'not_found') {
    return (
      <div className={classes.page}>
        <Empty
          icon={IconMoodSad}
          action={
            <Button component={Link} to={paths.feed} variant="light">
              {t('toFeed')}
            </Button>
          }
        >
          {t('notFound')}
        </Empty>
      </div>
    );
  }
  return (
    <div className={classes.page}>
      <QueryStates query={query} skeleton={<PageSkeleton />}>
        {({ data }) => <Provider provider={data.account_data} summary={data.rating_summary} />}
      </QueryStates>
    </div>
  );
}

function PageSkeleton() {
  return (
    <div className={classes.columns}>
      <div>
        <Skeleton height={104} circle />
        <Skeleton height={90} my="xl" />
        <Skeleton height={160} />
      </div>
      <Skeleton height={420} radius="xl" />
    </div>
  );
}

function Provider({ provider, summary }: { provider: AccountData; summary: RatingSummary }) {
  const { t } = useTranslation('provider');
  const big = useBigScreen();
  return (
    <div className={classes.columns}>
      <div>
        <Hero provider={provider}>
          <ShareButton provider={provider} />
        </Hero>
        {provider.expertise ? <TrustStrip provider={provider} summary={summary} /> : null}
        <ProviderTabs provider={provider} withBooking={!big} />
      </div>
      {big ? (
        <aside className={classes.book} aria-label={t('bookSession')}>
          <BookingPanel provider={provider} />
        </aside>
      ) : null}
    </div>
  );
}

/** The tabs of the booking dialog; on big screens booking stands beside them. */
function ProviderTabs({ provider, withBooking }: { provider: AccountData; withBooking: boolean }) {
  const { t } = useTranslation('provider');
  const own = useSession().ownerId === provider.owner_id;
  const [chosen, setTab] = useState<Tab | null>(null);
  // Where nothing can be booked yet, why that is so is said first.
  const first = withBooking && provider.expertise ? 'book' : 'info';
  const tab = chosen && (withBooking || chosen !== 'book') ? chosen : first;
  return (
    <Tabs value={tab} onChange={(value) => setTab(value as Tab | null)} keepMounted={false}>
      <Tabs.List mb="lg" aria-label={t('sections')}>
        {withBooking ? <Tabs.Tab value="book">{t('book')}</Tabs.Tab> : null}
        <Tabs.Tab value="info">{t('info')}</Tabs.Tab>
        <Tabs.Tab value="reviews">{t('reviews')}</Tabs.Tab>
        <Tabs.Tab value="posts">{t('posts')}</Tabs.Tab>
      </Tabs.List>
      {withBooking ? (
        <Tabs.Panel value="book">
          <BookingPanel provider={provider} />
        </Tabs.Panel>
      ) : null}
      <Tabs.Panel value="info">
        <Info provider={provider} own={own} />
      </Tabs.Panel>
      <Tabs.Panel value="reviews">
        <Ratings ownerId={provider.owner_id} own={own} />
      </Tabs.Panel>
      <Tabs.Panel value="posts">
        <AccountPosts ownerId={provider.owner_id} />
      </Tabs.Panel>
    </Tabs>
  );
}

function ShareButton({ provider }: { provider: AccountData }) {
  const { t } = useTranslation('provider');
  const big = useBigScreen();
  const own = useSession().ownerId === provider.owner_id;
  const { opened, open, close } = useDialog(['share']);
  return (
    <>
      {big ? (
        <Button variant="default" leftSection={<IconShare3 size={17} aria-hidden />} onClick={() => open('share')}>
          {t('share')}
        </Button>
      ) : (
        <ActionIcon variant="default" size={44} aria-label={t('share')} onClick={() => open('share')}>
          <IconShare3 size={18} />
        </ActionIcon>
      )}
      <Suspense>{opened ? <SharePageDialog provider={provider} own={own} onClose={close} /> : null}</Suspense>
    </>
  );
}
