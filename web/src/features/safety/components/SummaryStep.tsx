import { useTranslation } from '@/i18n/use-translation';
import type { Reporting } from '../hooks/use-report';
import { useReportable } from '../hooks/use-reportable';
import { noDetails, postsToReport, type Issue, type Subject } from '../report';
import { AppointmentPreview, PostPreview, WordsPreview } from './ReportedPreviews';
import classes from './Report.module.css';

interface SummaryStepProps {
  subject: Subject;
  reporting: Reporting;
}

const things = {
  posts: 'post',
  appointments: 'appointment',
  messages: 'message',
  comments: 'comment',
  reviews: 'review',
  accounts: 'accounts',
} as const;

/** The step that shows the whole report before it is sent. */
export function SummaryStep({ subject, reporting: { report, form } }: SummaryStepProps) {
  const { t } = useTranslation('safety');
  const details = form.form.values.iv_report_additional.trim();
  return (
    <dl className={classes.summary}>
      <dt>{t(things[report.issue?.type ?? 'posts'])}</dt>
      <dd>
        <ReportedItem subject={subject} issue={report.issue} />
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

/** The reported thing, as the step before chose it. */
function ReportedItem({ subject, issue }: { subject: Subject; issue: Issue | null }) {
  const { t } = useTranslation('safety');
  if (subject.kind === 'appointment') return <AppointmentPreview at={subject.at} />;
  if (subject.kind !== 'post' && subject.kind !== 'account') return <WordsPreview text={subject.text} at={subject.at} />;
  if (issue?.type === 'accounts') return <>{t('wholeAccount')}</>;
  return <ChosenItem subject={subject} issue={issue} />;
}

function ChosenItem({ subject, issue }: { subject: Extract<Subject, { kind: 'post' | 'account' }>; issue: Issue | null }) {
  const { first, posts: offered } = useReportable(subject);
  if (issue?.type === 'appointments') {
    const chosen = first.currentData?.data.appointments_with_provider.find(({ order_id }) => order_id === issue.id);
    return chosen ? <AppointmentPreview at={chosen.client_start_time} /> : null;
  }
  const posts = postsToReport(subject.kind === 'post' ? subject.post : null, offered);
  const post = posts.find(({ post_id }) => post_id === issue?.id);
  return post ? <PostPreview post={post} /> : null;
}
