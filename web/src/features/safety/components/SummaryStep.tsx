import { useTranslation } from 'react-i18next';
import { useSession, type FeedPost } from '@/api';
import { formatLocale } from '@/i18n/format-locale';
import { useGetProfilePostsAndAppointmentsQuery } from '../api';
import type { Reporting } from '../hooks/use-report';
import { noDetails, type Subject } from '../report';
import { MessagePreview } from './MessagePreview';
import { PostPreview } from './PostPreview';
import classes from './Report.module.css';

interface SummaryStepProps {
  subject: Subject;
  reporting: Reporting;
}

/** The step that shows the whole report before it is sent. */
export function SummaryStep({ subject, reporting: { report, form } }: SummaryStepProps) {
  const { t } = useTranslation('safety');
  const details = form.form.values.iv_report_additional.trim();
  return (
    <dl className={classes.summary}>
      <dt>{t(subject.kind === 'message' ? 'message' : report.issue?.type === 'appointments' ? 'appointment' : 'post')}</dt>
      <dd>
        {subject.kind === 'message' ? <MessagePreview message={subject.message} /> : <ReportedItem post={subject.post} report={report} />}
      </dd>
      <dt>{t('step.concern')}</dt>
      <dd>
        {report.concern ? (
          <>
            <strong>{t(`concern.${report.concern}.title`)}</strong>
            <small>{t(`concern.${report.concern}.details`)}</small>
          </>
        ) : null}
      </dd>
      <dt>{t('step.details')}</dt>
      <dd dir="auto">{details || <span className={classes.none}>{t('noDetails', noDetails)}</span>}</dd>
    </dl>
  );
}

function ReportedItem({ post, report: { issue } }: { post: FeedPost; report: Reporting['report'] }) {
  const { i18n } = useTranslation();
  const { ownerId } = useSession();
  const { currentData } = useGetProfilePostsAndAppointmentsQuery({ providerOwnerId: post.owner_id, currentUserOwnerId: ownerId });
  if (issue?.type === 'appointments') {
    const chosen = currentData?.data.appointments_with_provider.find(({ order_id }) => order_id === issue.id);
    return chosen ? new Date(chosen.client_start_time).toLocaleString(formatLocale(i18n.language), { dateStyle: 'full', timeStyle: 'short' }) : null;
  }
  const posts = (currentData?.data.provider_posts ?? []) as FeedPost[];
  return <PostPreview post={posts.find(({ post_id }) => post_id === issue?.id) ?? post} />;
}
