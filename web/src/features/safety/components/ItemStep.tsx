import { useState, type ReactNode } from 'react';
import { Button, Radio, SegmentedControl, Skeleton, Stack, Text } from '@mantine/core';
import { needing, problemOf, type AppointmentWithProvider, type FeedPost } from '@/api';
import { useTranslation } from '@/i18n/use-translation';
import { QueryStates } from '@/ui';
import { ChoiceCard } from '@/ui/ChoiceCard';
import { StatusChip, type ShownStatus } from '@/ui/StatusChip';
import { type Reportable, type Reporting, useReportable } from '../hooks/use-report';
import { postsToReport, reportedAccount, type Issue, type Subject } from '../report';
import { AppointmentPreview, PostPreview, WordsPreview } from './ReportedPreviews';
import classes from './Report.module.css';

interface ItemStepProps {
  subject: Subject;
  reporting: Reporting;
}

/** The step that chooses what to report: what the dialog was opened for, or something else of the account. */
export function ItemStep({ subject, reporting }: ItemStepProps) {
  if (subject.kind === 'post' || subject.kind === 'account') return <SomethingOfTheAccount subject={subject} reporting={reporting} />;
  return (
    <OnlyChoice>
      {subject.kind === 'appointment' ? <AppointmentPreview at={subject.at} /> : <WordsPreview text={subject.text} at={subject.at} />}
    </OnlyChoice>
  );
}

/** The only choice, and preselected. */
function OnlyChoice({ children }: { children: ReactNode }) {
  const { t } = useTranslation('safety');
  return (
    <Radio.Group value="it" aria-label={t('what')}>
      <ChoiceCard value="it">{children}</ChoiceCard>
    </Radio.Group>
  );
}

type Choosable = 'posts' | 'appointments' | 'accounts';

/** One of the account's posts, an appointment with it, or, from its page, the account itself. */
function SomethingOfTheAccount({ subject, reporting }: ItemStepProps & { subject: Extract<Subject, { kind: 'post' | 'account' }> }) {
  const { t } = useTranslation('safety');
  const { report, choose } = reporting;
  const { ownerId } = reportedAccount(subject);
  const first = subject.kind === 'post' ? subject.post : null;
  const offered: readonly Choosable[] = first ? ['posts', 'appointments'] : ['posts', 'appointments', 'accounts'];
  const [type, setType] = useState(() => offered.find((one) => one === report.issue?.type) ?? 'posts');
  const reportable = useReportable(subject);
  const preselected: Readonly<Record<Choosable, Issue | null>> = {
    posts: first && { type: 'posts', id: first.post_id },
    appointments: null,
    accounts: { type: 'accounts', id: ownerId },
  };
  // A hidden selection is not reported: switching to another type clears the choice.
  const change = (chosen: Choosable) => {
    setType(chosen);
    choose({ issue: preselected[chosen] });
  };
  const choice = {
    selected: report.issue?.type === type ? report.issue.id : '',
    onSelect: (id: string) => choose({ issue: { type, id } }),
  };
  const lists: Readonly<Record<Choosable, ReactNode>> = {
    posts: <Posts first={first} reportable={reportable} {...choice} />,
    appointments: <Appointments reportable={reportable} {...choice} />,
    accounts: (
      <OnlyChoice>
        <span className={classes.line}>{t('wholeAccount')}</span>
      </OnlyChoice>
    ),
  };
  return (
    <>
      <SegmentedControl
        fullWidth
        mb="md"
        aria-label={t('what')}
        value={type}
        onChange={(chosen) => change(offered.find((one) => one === chosen) ?? 'posts')}
        data={offered.map((one) => ({ value: one, label: t(one) }))}
      />
      {lists[type]}
    </>
  );
}

interface ListProps {
  reportable: Reportable;
  selected: string;
  onSelect: (id: string) => void;
}

/** Says that the account's other posts could not be fetched, and asks again. */
function MissingPosts({ query: { currentData, isError, isFetching, refetch } }: { query: Reportable['first'] }) {
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

/** The account's posts, page by page. The original post is listed even before the others have loaded. */
function Posts({ first, reportable, selected, onSelect }: ListProps & { first: FeedPost | null }) {
  const { t } = useTranslation(['safety', 'ui']);
  const { more } = reportable;
  const posts = postsToReport(first, reportable.posts);
  const choices = (
    <Radio.Group value={selected} onChange={onSelect} aria-label={t('posts')}>
      <Stack gap="xs">
        {posts.map((post) => (
          <ChoiceCard key={post.post_id} value={post.post_id}>
            <PostPreview post={post} />
          </ChoiceCard>
        ))}
        {more ? (
          <Button variant="default" loading={more.loading} onClick={more.load}>
            {t('ui:loadMore')}
          </Button>
        ) : reportable.first.isFetching ? (
          <Skeleton height={72} />
        ) : null}
        <MissingPosts query={reportable.first} />
      </Stack>
    </Radio.Group>
  );
  if (first) return choices;
  return (
    <QueryStates
      query={needing(reportable.first, 'posts')}
      skeleton={<Skeleton height={72} />}
      isEmpty={() => posts.length === 0}
      empty={<Text c="dimmed">{t('noPosts')}</Text>}
    >
      {() => choices}
    </QueryStates>
  );
}

function Appointments({ reportable, selected, onSelect }: ListProps) {
  const { t } = useTranslation('safety');
  return (
    <QueryStates
      query={needing(reportable.first, 'appointments')}
      skeleton={<Skeleton height={72} />}
      isEmpty={({ data }) => data.appointments_with_provider.length === 0}
      empty={<Text c="dimmed">{t('noAppointments')}</Text>}
    >
      {({ data }) => (
        <Radio.Group value={selected} onChange={onSelect} aria-label={t('appointments')}>
          <Stack gap="xs">
            {data.appointments_with_provider.map((appointment) => (
              <AppointmentChoice key={appointment.order_id} appointment={appointment} />
            ))}
          </Stack>
        </Radio.Group>
      )}
    </QueryStates>
  );
}

function AppointmentChoice({ appointment: { order_id, client_start_time, request_status } }: { appointment: AppointmentWithProvider }) {
  return (
    <ChoiceCard value={order_id}>
      <AppointmentPreview at={client_start_time} />
      <StatusChip status={request_status as ShownStatus} />
    </ChoiceCard>
  );
}
