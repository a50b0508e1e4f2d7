import { useState } from 'react';
import { Radio, SegmentedControl, Skeleton, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useGetProfilePostsAndAppointmentsQuery, useSession, type AppointmentWithProvider, type FeedPost } from '@/api';
import { formatLocale } from '@/i18n/format-locale';
import { QueryStates, StatusChip, type ShownStatus } from '@/ui';
import { postsToReport, type Issue } from '../report';
import type { Reporting } from '../use-report';
import { PostLine } from './PostLine';
import classes from './Report.module.css';

interface ItemStepProps {
  post: FeedPost;
  reporting: Reporting;
}

/** What is reported: one of the provider's posts, or an appointment with them. */
export function ItemStep({ post, reporting }: ItemStepProps) {
  const { t } = useTranslation('safety');
  const { ownerId } = useSession();
  const { report, choose } = reporting;
  const [type, setType] = useState<Issue['type']>(report.issue?.type ?? 'posts');
  const query = useGetProfilePostsAndAppointmentsQuery({ providerOwnerId: post.owner_id, currentUserOwnerId: ownerId });
  const select = (id: string) => choose({ issue: { type, id } });
  const selected = report.issue?.type === type ? report.issue.id : '';
  return (
    <>
      <SegmentedControl
        fullWidth
        mb="md"
        aria-label={t('what')}
        value={type}
        onChange={(chosen) => setType(chosen === 'appointments' ? 'appointments' : 'posts')}
        data={[
          { value: 'posts', label: t('posts') },
          { value: 'appointments', label: t('appointments') },
        ]}
      />
      {type === 'posts' ? (
        // The post it was opened for is there, whatever else comes.
        <Posts posts={postsToReport(post, (query.currentData?.data.provider_posts ?? []) as FeedPost[])} selected={selected} onSelect={select} waits={query.isLoading} />
      ) : (
        <QueryStates
          query={query}
          skeleton={<Skeleton height={72} />}
          isEmpty={({ data }) => data.appointments_with_provider.length === 0}
          empty={<Text c="dimmed">{t('noAppointments')}</Text>}
        >
          {({ data }) => <Appointments appointments={data.appointments_with_provider} selected={selected} onSelect={select} />}
        </QueryStates>
      )}
    </>
  );
}

interface ListProps {
  selected: string;
  onSelect: (id: string) => void;
}

function Posts({ posts, selected, onSelect, waits }: ListProps & { posts: FeedPost[]; waits: boolean }) {
  const { t } = useTranslation('safety');
  return (
    <Radio.Group value={selected} onChange={onSelect} aria-label={t('posts')}>
      <Stack gap="xs">
        {posts.map((post) => (
          <Radio.Card key={post.post_id} value={post.post_id} className={classes.item}>
            <Radio.Indicator size="sm" aria-hidden />
            <PostLine post={post} />
          </Radio.Card>
        ))}
        {waits ? <Skeleton height={72} /> : null}
      </Stack>
    </Radio.Group>
  );
}

function Appointments({ appointments, selected, onSelect }: ListProps & { appointments: AppointmentWithProvider[] }) {
  const { t, i18n } = useTranslation('safety');
  const time = (instant: string) => new Date(instant).toLocaleString(formatLocale(i18n.language), { dateStyle: 'full', timeStyle: 'short' });
  return (
    <Radio.Group value={selected} onChange={onSelect} aria-label={t('appointments')}>
      <Stack gap="xs">
        {appointments.map(({ order_id, client_start_time, request_status }) => (
          <Radio.Card key={order_id} value={order_id} className={classes.item}>
            <Radio.Indicator size="sm" aria-hidden />
            <span className={classes.line}>{time(client_start_time)}</span>
            <StatusChip status={request_status as ShownStatus} />
          </Radio.Card>
        ))}
      </Stack>
    </Radio.Group>
  );
}
