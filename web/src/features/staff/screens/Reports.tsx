import { SegmentedControl, Tabs } from '@mantine/core';
import { IconFlag } from '@tabler/icons-react';
import { Link } from 'react-router-dom';
import { useTranslation } from '@/i18n/use-translation';
import { EmptyState, Page, QueryStates } from '@/ui';
import { ShowMore } from '@/ui/ShowMore';
import { usePaged } from '@/ui/use-paged';
import { useReportPagesInfiniteQuery, useStaffGetOverviewQuery, type ReportsFilter } from '../api';
import { OtherStatus } from '../components/OtherStatus';
import { ReportRow, RowList, RowListSkeleton } from '../components/ReportRows';
import { useChoiceParam } from '../hooks/use-choice-param';
import { sectionPath } from '../paths';
import classes from './Reports.module.css';

const statuses = ['open', 'closed'] as const;
const types = ['all', 'posts', 'appointments', 'messages', 'comments', 'reviews', 'accounts'] as const;

/** /staff/reports: the reports, oldest open one first. */
export function Reports() {
  const { t } = useTranslation('staff');
  const [status, setStatus] = useChoiceParam('status', statuses);
  const [type, setType] = useChoiceParam('type', types);
  return (
    <Page title={t('section.reports')} lead={t('reportsLead')}>
      <WaitingCounts />
      <Tabs value={status} onChange={setStatus} keepMounted={false}>
        <Tabs.List mb="md">
          <Tabs.Tab value="open">{t('open')}</Tabs.Tab>
          <Tabs.Tab value="closed">{t('closed')}</Tabs.Tab>
        </Tabs.List>
        <div className={classes.filters}>
          <SegmentedControl
            aria-label={t('type.label')}
            value={type}
            onChange={setType}
            data={types.map((one) => ({ value: one, label: t(`type.${one}`) }))}
          />
        </div>
        {statuses.map((one) => (
          <Tabs.Panel key={one} value={one}>
            <ReportQueue filter={{ status: one, report_type: type === 'all' ? '' : type }} />
          </Tabs.Panel>
        ))}
      </Tabs>
    </Page>
  );
}

function ReportQueue({ filter }: { filter: ReportsFilter }) {
  const { t } = useTranslation('staff');
  const query = useReportPagesInfiniteQuery(filter, { refetchOnMountOrArgChange: true });
  const { more } = usePaged(query);
  const reports = query.currentData?.pages.flatMap((page) => page.reports) ?? [];
  return (
    <QueryStates
      query={query}
      skeleton={<RowListSkeleton />}
      isEmpty={() => reports.length === 0}
      empty={
        <EmptyState icon={IconFlag} action={<OtherStatus shown={filter.status} />}>
          {t(filter.status === 'open' ? 'noOpenReports' : 'noClosedReports')}
        </EmptyState>
      }
    >
      {() => (
        <>
          <RowList>
            {reports.map((report) => (
              <ReportRow key={report.report_id} report={report} />
            ))}
          </RowList>
          <ShowMore more={more} />
        </>
      )}
    </QueryStates>
  );
}

/** The numbers of waiting items. */
function WaitingCounts() {
  const { t } = useTranslation('staff');
  const { currentData } = useStaffGetOverviewQuery();
  const { open_reports, open_requests, suspended_accounts } = currentData?.data ?? {};
  const counts = [
    { to: sectionPath('reports'), count: open_reports, text: t('count.reports') },
    { to: sectionPath('requests'), count: open_requests, text: t('count.requests') },
    { to: `${sectionPath('accounts')}?standing=suspended`, count: suspended_accounts, text: t('count.suspended') },
  ];
  return (
    <div className={classes.counts}>
      {counts.map(({ to, count, text }) => (
        <Link key={to} to={to}>
          <b>{count ?? '–'}</b>
          {text}
        </Link>
      ))}
    </div>
  );
}
