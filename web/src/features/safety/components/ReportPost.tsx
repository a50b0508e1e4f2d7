import { useId, useState } from 'react';
import { Skeleton, Stack } from '@mantine/core';
import type { FeedPost } from '@/api';
import { useTranslation } from '@/i18n/use-translation';
import { QueryStates, Sheet } from '@/ui';
import { useGetFeedPostQuery } from '../api';
import { useReport } from '../hooks/use-report';
import type { Subject } from '../report';
import { ReportSteps, StepsFooter } from './ReportSteps';

interface ReportPostProps {
  postId: string;
  onClose: () => void;
}

/** The report dialog, opened for a post. */
export default function ReportPost({ postId, onClose }: ReportPostProps) {
  const { t } = useTranslation('safety');
  const query = useGetFeedPostQuery(postId);
  // A user who blocks the account while reporting can no longer see the post, but can finish the report.
  const [opened, setOpened] = useState<FeedPost | null>(null);
  if (!opened && query.currentData) setOpened(query.currentData.data);
  const subject: Subject | null = opened && { kind: 'post', post: opened };
  const reporting = useReport(subject);
  const formId = useId();
  const asks = subject !== null && !reporting.isOwn && reporting.form.progress !== 'complete';
  return (
    <Sheet
      opened
      onClose={onClose}
      title={t('title')}
      size={560}
      footer={asks ? <StepsFooter reporting={reporting} formId={formId} /> : undefined}
    >
      {subject ? (
        <ReportSteps subject={subject} reporting={reporting} formId={formId} onClose={onClose} />
      ) : (
        <QueryStates query={query} skeleton={<ReportSkeleton />}>
          {() => <ReportSkeleton />}
        </QueryStates>
      )}
    </Sheet>
  );
}

function ReportSkeleton() {
  return (
    <Stack>
      <Skeleton height={56} />
      <Skeleton height={96} />
      <Skeleton height={96} />
    </Stack>
  );
}
