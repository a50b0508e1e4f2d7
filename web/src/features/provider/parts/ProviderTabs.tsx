import { useState, type ReactNode } from 'react';
import { Tabs } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useSession, type AccountData } from '@/api';
import { AccountPosts } from '@/features/feed';
import { Ratings } from '@/features/ratings';
import { Info } from './Info';

type Tab = 'book' | 'reviews' | 'posts' | 'info';

interface ProviderTabsProps {
  provider: AccountData;
  /** The booking panel; null where it stands beside the tabs. */
  booking: ReactNode;
  /** Leads to the booking that stands beside. */
  onBook?: () => void;
}

/** Book, Reviews, Posts, Info (spec 2, 'Provider booking modal'). */
export function ProviderTabs({ provider, booking, onBook }: ProviderTabsProps) {
  const { t } = useTranslation('provider');
  const own = useSession().ownerId === provider.owner_id;
  const withBooking = booking !== null;
  const [chosen, setTab] = useState<Tab | null>(null);
  // Where nothing can be booked yet, why that is so is said first.
  const first = withBooking && provider.expertise ? 'book' : 'info';
  const tab = chosen && (withBooking || chosen !== 'book') ? chosen : first;
  return (
    <Tabs value={tab} onChange={(value) => setTab(value as Tab | null)} keepMounted={false}>
      <Tabs.List mb="lg" aria-label={t('sections')}>
        {withBooking ? <Tabs.Tab value="book">{t('book')}</Tabs.Tab> : null}
        <Tabs.Tab value="reviews">{t('reviews')}</Tabs.Tab>
        <Tabs.Tab value="posts">{t('posts')}</Tabs.Tab>
        <Tabs.Tab value="info">{t('info')}</Tabs.Tab>
      </Tabs.List>
      {withBooking ? (
        <Tabs.Panel value="book" keepMounted>
          {booking}
        </Tabs.Panel>
      ) : null}
      <Tabs.Panel value="reviews">
        <Ratings ownerId={provider.owner_id} own={own} />
      </Tabs.Panel>
      <Tabs.Panel value="posts">
        <AccountPosts ownerId={provider.owner_id} onBook={withBooking ? () => setTab('book') : onBook} />
      </Tabs.Panel>
      <Tabs.Panel value="info">
        <Info provider={provider} own={own} />
      </Tabs.Panel>
    </Tabs>
  );
}
