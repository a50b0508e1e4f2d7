import { Button, Skeleton } from '@mantine/core';
import { Link, useParams, useSearchParams } from 'react-router-dom';
import { useTranslation } from '@/i18n/use-translation';
import { Page, QueryStates, TimeAgo } from '@/ui';
import { useStaffGetReportQuery, type ReportWhole } from '../api';
import cardClasses from '../components/Card.module.css';
import layoutClasses from '../components/CaseLayout.module.css';
import { DecisionCard } from '../components/DecisionCard';
import { EvidenceCard } from '../components/EvidenceCard';
import { Person } from '../components/Person';
import { ReadingReasonPage } from '../components/ReadingReasonPage';
import { Acts, ShortReports } from '../components/ReportRows';
import { useConcernLabel, useReportTypeLabel } from '../hooks/use-labels';
import { sectionPath } from '../paths';
import { readingReasonOf, type ReadingReason } from '../reading-reasons';

/** /staff/reports/:reportId: all facts about one report, and the decision, after the reason to look at it. */
export function Report() {
  const { t } = useTranslation('staff');
  const { reportId = '' } = useParams();
  const [params] = useSearchParams();
  const reason = readingReasonOf(params);
  return reason ? (
    <OpenReport reportId={reportId} reason={reason} />
  ) : (
    <ReadingReasonPage title={t('report')} back={{ section: 'reports', text: t('toReports') }} />
  );
}

function OpenReport({ reportId, reason }: { reportId: string; reason: ReadingReason }) {
  const { t } = useTranslation('staff');
  const query = useStaffGetReportQuery({ reportId, reason }, { refetchOnMountOrArgChange: true });
  const concern = useConcernLabel();
  const report = query.currentData?.data.report;
  return (
    <Page
      title={report ? concern(report.title).title : t('report')}
      lead={report ? <ReportLead report={report} /> : undefined}
      actions={
        <Button component={Link} to={sectionPath('reports')} variant="default">
          {t('toReports')}
        </Button>
      }
    >
      <QueryStates query={query} skeleton={<Skeleton height={360} radius="lg" />}>
        {({ data }) => (
          <ReportDetails
            key={data.report.report_id}
            report={data.report}
            onReload={() => void query.refetch()}
            reloading={query.isFetching}
          />
        )}
      </QueryStates>
    </Page>
  );
}

function ReportLead({ report }: { report: ReportWhole }) {
  const { t } = useTranslation('staff');
  const typeOf = useReportTypeLabel();
  return (
    <>
      {typeOf(report.report_type)} · <TimeAgo instant={report.filed_at} />
      {report.same_issue > 1 ? ` · ${t('sameIssue', { count: report.same_issue })}` : ''}
    </>
  );
}

interface ReportDetailsProps {
  report: ReportWhole;
  onReload: () => void;
  reloading: boolean;
}

function ReportDetails({ report, onReload, reloading }: ReportDetailsProps) {
  const { t } = useTranslation('staff');
  return (
    <div className={layoutClasses.case}>
      <div className={layoutClasses.facts}>
        <EvidenceCard report={report} onReload={onReload} reloading={reloading} />
        <ReporterStatement report={report} />
        <section className={`${cardClasses.card} ${layoutClasses.before}`}>
          <h2>{t('history')}</h2>
          <Acts acts={report.history} />
        </section>
        <section className={`${cardClasses.card} ${layoutClasses.before}`}>
          <h2>{t('otherReports')}</h2>
          <ShortReports reports={report.other_reports} />
        </section>
      </div>
      <div className={layoutClasses.decision}>
        <DecisionCard report={report} />
      </div>
      <section className={`${cardClasses.card} ${layoutClasses.parties}`}>
        <h2>{t('parties')}</h2>
        <ul className={cardClasses.list}>
          <Person party={report.reported} role={t('reported')} />
          <Person party={report.reporter} role={t('reporter')} />
        </ul>
      </section>
    </div>
  );
}

/** The text that stands for missing details (product.md 7.2). */
const noDetails = 'No additional details was provided';

/** The reporter's statement: the concern's description, and the added details. */
function ReporterStatement({ report: { title, details, additional } }: { report: ReportWhole }) {
  const { t } = useTranslation('staff');
  const concern = useConcernLabel();
  const added = additional && additional !== noDetails;
  return (
    <section className={cardClasses.card}>
      <h2>{t('said')}</h2>
      <p className={cardClasses.quiet}>{concern(title).details ?? details}</p>
      {added ? (
        <p className={cardClasses.text} dir="auto">
          <br />
          {additional}
        </p>
      ) : (
        <p className={cardClasses.small}>{t('nothingAdded')}</p>
      )}
    </section>
  );
}
