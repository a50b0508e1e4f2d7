import { useState, type ReactNode } from 'react';
import { Button, Radio, SegmentedControl, Skeleton, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { needing, problemOf, useSession, type AppointmentWithProvider, type FeedPost, type Message } from '@/api';
import { formatLocale } from '@/i18n/format-locale';
import { QueryStates } from '@/ui';
import { ChoiceCard } from '@/ui/ChoiceCard';
import { StatusChip, type ShownStatus } from '@/ui/StatusChip';
import { useGetProfilePostsAndAppointmentsQuery } from '../api';
import type { Reporting } from '../hooks/use-report';
import { postsToReport, type Issue, type Subject } from '../report';
import { MessagePreview } from './MessagePreview';
import { PostPreview } from './PostPreview';
import classes from './Report.module.css';

interface ItemStepProps {
  subject: Subject;
  reporting: Reporting;
}

/** The step that chooses what to report: the original subject, another post of the account, or an appointment with it. */
export function ItemStep({ subject, reporting }: ItemStepProps) {
  return subject.kind === 'message' ? <MessageChoice message={subject.message} /> : <PostOrAppointment post={subject.post} reporting={reporting} />;
}

/** A message is the only choice, and preselected. */
function MessageChoice({ message }: { message: Message }) {
  const { t } = useTranslation('safety');
  return (
    <Radio.Group value={message.message_id} aria-label={t('message')}>
      <ChoiceCard value={message.message_id}>
        <MessagePreview message={message} />
      </ChoiceCard>
    </Radio.Group>
  );
}

/** One of the account's posts, or an appointment with it. */
function PostOrAppointment({ post, reporting }: { post: FeedPost; reporting: Reporting }) {
  const { t } = useTranslation('safety');
  const { ownerId } = useSession();
  const { report, choose } = reporting;
  const [type, setType] = useState<Issue['type']>(report.issue?.type ?? 'posts');
  const query = useGetProfilePostsAndAppointmentsQuery({ providerOwnerId: post.owner_id, currentUserOwnerId: ownerId });
  const select = (id: string) => choose({ issue: { type, id } });
  // A hidden selection is not reported: switching to appointments clears the choice.
  const change = (chosen: Issue['type']) => {
    setType(chosen);
    choose({ issue: chosen === 'posts' ? { type: 'posts', id: post.post_id } : null });
  };
  const selected = report.issue?.type === type ? report.issue.id : '';
  return (
    <>
      <SegmentedControl
        fullWidth
        mb="md"
        aria-label={t('what')}
        value={type}
        onChange={(chosen) => change(chosen === 'appointments' ? 'appointments' : 'posts')}
        data={[
          { value: 'posts', label: t('posts') },
          { value: 'appointments', label: t('appointments') },
        ]}
      />
      {type === 'posts' ? (
        // The original post is listed even before the others have loaded.
        <PostChoices posts={postsToReport(post, (query.currentData?.data.provider_posts ?? []) as FeedPost[])} selected={selected} onSelect={select} waits={query.isFetching}>
          <MissingPosts query={query} />
        </PostChoices>
      ) : (
        <QueryStates
          query={needing(query, 'appointments')}
          skeleton={<Skeleton height={72} />}
          isEmpty={({ data }) => data.appointments_with_provider.length === 0}
          empty={<Text c="dimmed">{t('noAppointments')}</Text>}
        >
          {({ data }) => <AppointmentChoices appointments={data.appointments_with_provider} selected={selected} onSelect={select} />}
        </QueryStates>
      )}
    </>
  );
}

interface ListProps {
  selected: string;
  onSelect: (id: string) => void;
}

type PostsQuery = ReturnType<typeof useGetProfilePostsAndAppointmentsQuery>;

/** Says that the account's other posts could not be fetched, and asks again. */
function MissingPosts({ query: { currentData, isError, isFetching, refetch } }: { query: PostsQuery }) {
  const { t } = useTranslation(['safety', 'ui']);
  const problem = currentData ? problemOf(currentData, 'posts') : isError ? t('ui:errorTitle') : null;
  if (problem === null || isFetching) return null;
  return (
    <div role="alert">
      <Text c="dimmed" size="sm" mb="xs">
        {problem}
      </Text>
      <Button variant="default" size="compact-md" onClick={() => void refetch()}>
        {t('ui:retry')}
      </Button>
    </div>
  );
}

function PostChoices({ posts, selected, onSelect, waits, children }: ListProps & { posts: FeedPost[]; waits: boolean; children: ReactNode }) {
  const { t } = useTranslation('safety');
  return (
    <Radio.Group value={selected} onChange={onSelect} aria-label={t('posts')}>
      <Stack gap="xs">
        {posts.map((post) => (
          <ChoiceCard key={post.post_id} value={post.post_id}>
            <PostPreview post={post} />
          </ChoiceCard>
        ))}
        {waits ? <Skeleton height={72} /> : null}
        {children}
      </Stack>
    </Radio.Group>
  );
}

function AppointmentChoices({ appointments, selected, onSelect }: ListProps & { appointments: AppointmentWithProvider[] }) {
  const { t, i18n } = useTranslation('safety');
  const time = (instant: string) => new Date(instant).toLocaleString(formatLocale(i18n.language), { dateStyle: 'full', timeStyle: 'short' });
  return (
    <Radio.Group value={selected} onChange={onSelect} aria-label={t('appointments')}>
      <Stack gap="xs">
        {appointments.map(({ order_id, client_start_time, request_status }) => (
          <ChoiceCard key={order_id} value={order_id}>
            <span className={classes.line}>{time(client_start_time)}</span>
            <StatusChip status={request_status as ShownStatus} />
          </ChoiceCard>
        ))}
      </Stack>
    </Radio.Group>
  );
}
