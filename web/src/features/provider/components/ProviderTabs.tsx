import type { ReactNode } from 'react';
import { Tabs } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useSession, type AccountData } from '@/api';
import { AccountPosts } from '@/features/feed';
import { RatingsPanel } from '@/features/ratings';
import type { ProviderTab, useProviderTab } from '../hooks/use-provider-tab';
import { ProviderInfo } from './ProviderInfo';
import classes from './ProviderTabs.module.css';

interface ProviderTabsProps {
  provider: AccountData;
  /** The place of the booking panel. */
  booking: ReactNode;
  shown: ReturnType<typeof useProviderTab>;
}

/** Book, Reviews, Posts, Info (product.md 3.6). */
export function ProviderTabs({ provider, booking, shown }: ProviderTabsProps) {
  const { t } = useTranslation('provider');
  const own = useSession().ownerId === provider.owner_id;
  const { tab, show, book, bookTab } = shown;
  return (
    <Tabs value={tab} onChange={(value) => show(value as ProviderTab | null)} keepMounted={false}>
      <Tabs.List mb="lg" className={classes.tabs} aria-label={t('sections')}>
        <Tabs.Tab value="book" ref={bookTab}>
          {t('book')}
        </Tabs.Tab>
        <Tabs.Tab value="reviews">{t('reviews')}</Tabs.Tab>
        <Tabs.Tab value="posts">{t('posts')}</Tabs.Tab>
        <Tabs.Tab value="info">{t('info')}</Tabs.Tab>
      </Tabs.List>
      <Tabs.Panel value="book" keepMounted>
        {booking}
      </Tabs.Panel>
      <Tabs.Panel value="reviews">
        <RatingsPanel ownerId={provider.owner_id} own={own} />
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
