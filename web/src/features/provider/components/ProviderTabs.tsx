import { Suspense, useId } from 'react';
import { Skeleton, Tabs } from '@mantine/core';
import { useSession, type AccountData } from '@/api';
import { AwayNotice, BookingPanel } from '@/features/booking';
import { AccountPosts } from '@/features/feed';
import { RatingsPanel } from '@/features/ratings';
import { useTranslation } from '@/i18n/use-translation';
import type { ProviderTab, useProviderTab } from '../hooks/use-provider-tab';
import { ProviderInfo } from './ProviderInfo';
import classes from './ProviderInfo.module.css';

interface ProviderTabsProps {
  provider: AccountData;
  /** The class of the booking panel's surroundings. */
  bookingClass?: string | undefined;
  shown: ReturnType<typeof useProviderTab>;
}

/** Book, Reviews, Posts, Info (product.md 3.6). */
export function ProviderTabs({ provider, bookingClass, shown }: ProviderTabsProps) {
  const { t } = useTranslation('provider');
  const id = useId();
  const own = useSession().ownerId === provider.owner_id;
  const { tab, show, book, bookTab } = shown;
  return (
    <Tabs id={id} value={tab} onChange={(value) => show(value as ProviderTab | null)} keepMounted={false}>
      <Tabs.List mb="lg" className={classes.tabs} aria-label={t('sections')}>
        <Tabs.Tab value="book" ref={bookTab}>
          {t('book')}
        </Tabs.Tab>
        <Tabs.Tab value="reviews">{t('reviews')}</Tabs.Tab>
        <Tabs.Tab value="posts">{t('posts')}</Tabs.Tab>
        <Tabs.Tab value="info">{t('info')}</Tabs.Tab>
      </Tabs.List>
      {/* The booking panel has its own, beside the times. */}
      {tab === 'book' ? null : <AwayNotice provider={provider} />}
      {/* A hidden Tabs.Panel would not notice slots that others take. */}
      <div role="tabpanel" id={`${id}-panel-book`} aria-labelledby={`${id}-tab-book`} hidden={tab !== 'book'}>
        <div className={bookingClass}>
          <BookingPanel provider={provider} />
        </div>
      </div>
      <Tabs.Panel value="reviews">
        <Suspense fallback={<Skeleton height={240} />}>
          <RatingsPanel ownerId={provider.owner_id} own={own} />
        </Suspense>
      </Tabs.Panel>
      <Tabs.Panel value="posts">
        <AccountPosts ownerId={provider.owner_id} onBook={book} />
      </Tabs.Panel>
      <Tabs.Panel value="info">
        <ProviderInfo provider={provider} own={own} />
      </Tabs.Panel>
    </Tabs>
  );
}
