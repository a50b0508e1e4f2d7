import type { ReactNode } from 'react';
import { Skeleton } from '@mantine/core';
import { Link } from 'react-router-dom';
import { useTranslation } from '@/i18n/use-translation';
import { Avatar, TimeAgo } from '@/ui';
import type { Act, ReportLine } from '../api';
import { useActLabel, useConcernLabel, useReportTypeLabel } from '../hooks/use-labels';
import { accountPath, reportPath, requestPath } from '../paths';
import { readingReasons } from '../reading-reasons';
import cardClasses from './Card.module.css';
import { AccountMarks, Mark } from './Person';
import personClasses from './Person.module.css';
import classes from './ReportRows.module.css';

export function RowList({ children }: { children: ReactNode }) {
  return <ul className={classes.rows}>{children}</ul>;
}

/** The list while loading. */
export function RowListSkeleton() {
  return (
    <div className={classes.rows}>
      {[0, 1, 2, 3].map((row) => (
        <Skeleton key={row} height={84} radius="lg" />
      ))}
    </div>
  );
}

/** Open reports wait for a decision, which is reason enough; for a decided one the page asks. */
const reasonFor = ({ status }: ReportLine) => (status === 'open' ? ('report' as const) : undefined);

/** One report in the queue: concern, subject, reported account and reporter. */
export function ReportRow({ report }: { report: ReportLine }) {
  const { t } = useTranslation('staff');
  const concern = useConcernLabel();
  const typeOf = useReportTypeLabel();
  const { reported, reporter } = report;
  return (
    <li>
      <Link to={reportPath(report.report_id, reasonFor(report))} className={classes.row}>
        <Avatar name={reported.name} src={reported.avatar} size={48} />
        <span className={classes.what}>
          <strong>
            {concern(report.title).title}
            <Mark>{typeOf(report.report_type)}</Mark>
            {report.same_issue > 1 ? <Mark tone="warm">{t('sameIssue', { count: report.same_issue })}</Mark> : null}
            {report.status === 'closed' ? <Decided action={report.action} /> : null}
          </strong>
          <span>
            {t('about', { name: reported.name || t('goneAccount') })} <AccountMarks party={reported} />
          </span>
          <span>
            {t('by', { name: reporter.name || t('goneAccount') })} · <TimeAgo instant={report.filed_at} />
          </span>
        </span>
      </Link>
    </li>
  );
}

const actions = ['dismiss', 'warn', 'hide_post', 'remove_content', 'suspend_account'] as const;

/** The decision on a report. */
export function Decided({ action }: { action: string }) {
  const { t } = useTranslation('staff');
  const known = actions.find((one) => one === action);
  return <Mark tone={known === 'dismiss' ? 'good' : 'bad'}>{known ? t(`decided.${known}`) : action}</Mark>;
}

/** The staff's acts, newest first. */
export function Acts({ acts }: { acts: readonly Act[] }) {
  const { t } = useTranslation('staff');
  const sentence = useActLabel();
  if (acts.length === 0) return <p className={cardClasses.quiet}>{t('noActs')}</p>;
  return (
    <ul className={cardClasses.list}>
      {acts.map((act) => (
        <li key={act.act_id}>
          {sentence(act)}
          {act.note ? (
            <small dir="auto" className={cardClasses.text}>
              “{act.note}”
            </small>
          ) : null}
          <small>
            <TimeAgo instant={act.done_at} />
          </small>
        </li>
      ))}
    </ul>
  );
}

/** One row of the log, with links to the account and the subject. */
export function LogRow({ act }: { act: Act }) {
  const { t } = useTranslation('staff');
  const sentence = useActLabel();
  const reportId = act.act === 'read_report' ? act.thing_id : act.report_id;
  const links = [
    ...(act.account_id ? [{ to: accountPath(act.account_id), text: t('toAccount') }] : []),
    ...(reportId ? [{ to: reportPath(reportId), text: t('toReport') }] : []),
    ...(act.act === 'answer_request' ? [{ to: requestPath(act.thing_id), text: t('toRequest') }] : []),
  ];
  return (
    <li className={classes.row}>
      <span className={classes.what}>
        <strong>{sentence(act)}</strong>
        <ActNote act={act} />
        <span className={classes.links}>
          <TimeAgo instant={act.done_at} />
          {links.map(({ to, text }) => (
            <Link key={to} to={to} className={personClasses.plainLink}>
              {text}
            </Link>
          ))}
        </span>
      </span>
    </li>
  );
}

/** What was noted with an act. Who only looked at something chose one of our reasons; other notes are the staff's own words. */
function ActNote({ act: { act, note } }: { act: Act }) {
  const { t } = useTranslation('staff');
  const reason = act.startsWith('read_') ? readingReasons.find((one) => one === note) : undefined;
  if (reason) return <span>{t(`reading.${reason}`)}</span>;
  return note ? <span dir="auto">“{note}”</span> : null;
}

/** Reports about an account, in short. */
export function ShortReports({ reports }: { reports: readonly ReportLine[] }) {
  const { t } = useTranslation('staff');
  const concern = useConcernLabel();
  const typeOf = useReportTypeLabel();
  if (reports.length === 0) return <p className={cardClasses.quiet}>{t('noReports')}</p>;
  return (
    <ul className={cardClasses.list}>
      {reports.map((report) => (
        <li key={report.report_id}>
          <Link to={reportPath(report.report_id, reasonFor(report))}>{concern(report.title).title}</Link>{' '}
          {report.status === 'closed' ? <Decided action={report.action} /> : <Mark tone="warm">{t('open')}</Mark>}
          <small>
            {typeOf(report.report_type)} · <TimeAgo instant={report.filed_at} />
          </small>
        </li>
      ))}
    </ul>
  );
}
