import { useState } from 'react';
import { useSession } from '@/api';
import { useCallForm, useReference } from '@/forms';
import { useTranslation } from '@/i18n/use-translation';
import { toast } from '@/ui';
import { useReportablePagesInfiniteQuery, useReportUserAccountMutation } from '../api';
import { firstIssue, reportedAccount, reportRequest, reportSteps, type Report, type Subject } from '../report';

/** The report's state: subject, concern, current step, and sending. */
export function useReport(subject: Subject | null) {
  const { t } = useTranslation('safety');
  const { ownerId } = useSession();
  const owner = subject ? reportedAccount(subject).ownerId : '';
  const reference = useReference();
  const [send] = useReportUserAccountMutation();
  const [tabStep, setTabStep] = useState(0);
  const [chosen, setChosen] = useState<Partial<Report>>({});
  const report: Report = { issue: subject && firstIssue(subject), concern: null, ...chosen };
  const form = useCallForm({
    call: 'report_user_account',
    initial: { iv_report_additional: '' },
    send: ({ iv_report_additional }) => send(reportRequest(owner, report, iv_report_additional, reference?.report_concerns ?? [])).unwrap(),
  });
  const step = reportSteps[tabStep] ?? 'item';
  const next = () => {
    if (step === 'item' && !report.issue) return toast.failed(t('needsItem'));
    if (step === 'concern' && !report.concern) return toast.failed(t('needsConcern'));
    if (step === 'details' && form.form.validateField('iv_report_additional').hasError) return;
    setTabStep(Math.min(tabStep + 1, reportSteps.length - 1));
  };
  return {
    report,
    choose: (more: Partial<Report>) => setChosen((now) => ({ ...now, ...more })),
    form,
    step,
    tabStep,
    next,
    back: () => setTabStep(Math.max(0, tabStep - 1)),
    /** The user's own posts cannot be reported by themselves. */
    isOwn: owner === ownerId,
    ready: reference !== undefined,
  };
}

export type Reporting = ReturnType<typeof useReport>;

/** The posts of the reported account, page by page, and the viewer's appointments with it. */
export function useReportable(subject: Subject) {
  const { ownerId: viewerId } = useSession();
  const query = useReportablePagesInfiniteQuery({ ownerId: reportedAccount(subject).ownerId, viewerId });
  const { currentData, isFetching, isError, error, refetch, hasNextPage, fetchNextPage } = query;
  return {
    /** The first page: the newest posts, and all appointments. */
    first: { currentData: currentData?.pages[0], isFetching, isError, error, refetch },
    posts: currentData?.pages.flatMap(({ data }) => data.provider_posts) ?? [],
    /** null when there is no further page. */
    more: hasNextPage ? { load: () => void fetchNextPage(), loading: isFetching } : null,
  };
}

export type Reportable = ReturnType<typeof useReportable>;
