import { Tabs } from '@mantine/core';
import { IconMessageQuestion } from '@tabler/icons-react';
import { Link } from 'react-router-dom';
import { topicOf } from '@/forms/request-topics';
import { useTranslation } from '@/i18n/use-translation';
import { EmptyState, Page, QueryStates, TimeAgo } from '@/ui';
import { ShowMore } from '@/ui/ShowMore';
import { usePaged } from '@/ui/use-paged';
import { useRequestPagesInfiniteQuery, type RequestLine } from '../api';
import { OtherStatus } from '../components/OtherStatus';
import { Mark } from '../components/Person';
import { RowList, RowListSkeleton } from '../components/ReportRows';
import classes from '../components/ReportRows.module.css';
import { useChoiceParam } from '../hooks/use-choice-param';
import { requestPath } from '../paths';

const statuses = ['open', 'closed'] as const;
type Status = (typeof statuses)[number];

/** /staff/requests: the support requests, oldest open one first. */
export function Requests() {
  const { t } = useTranslation('staff');
  const [status, setStatus] = useChoiceParam<Status>('status', statuses);
  return (
    <Page title={t('section.requests')} lead={t('requestsLead')}>
      <Tabs value={status} onChange={setStatus} keepMounted={false}>
        <Tabs.List mb="md">
          <Tabs.Tab value="open">{t('open')}</Tabs.Tab>
          <Tabs.Tab value="closed">{t('answered')}</Tabs.Tab>
        </Tabs.List>
        {statuses.map((one) => (
          <Tabs.Panel key={one} value={one}>
            <RequestQueue status={one} />
          </Tabs.Panel>
        ))}
      </Tabs>
    </Page>
  );
}

function RequestQueue({ status }: { status: Status }) {
  const { t } = useTranslation('staff');
  const query = useRequestPagesInfiniteQuery(status, { refetchOnMountOrArgChange: true });
  const { more } = usePaged(query);
  const requests = query.currentData?.pages.flatMap((page) => page.requests) ?? [];
  return (
    <QueryStates
      query={query}
      skeleton={<RowListSkeleton />}
      isEmpty={() => requests.length === 0}
      empty={
        <EmptyState icon={IconMessageQuestion} action={<OtherStatus shown={status} />}>
          {t(status === 'open' ? 'noOpenRequests' : 'noAnsweredRequests')}
        </EmptyState>
      }
    >
      {() => (
        <>
          <RowList>
            {requests.map((request) => (
              <RequestRow key={request.request_id} request={request} />
            ))}
          </RowList>
          <ShowMore more={more} />
        </>
      )}
    </QueryStates>
  );
}

function RequestRow({ request }: { request: RequestLine }) {
  const { t } = useTranslation('staff');
  return (
    <li>
      <Link to={requestPath(request.request_id)} className={classes.row}>
        <span className={classes.what}>
          <strong>
            {t(`topic.${topicOf(request.topic) ?? 'other'}`)}
            {request.account_id ? null : <Mark>{t('guest')}</Mark>}
          </strong>
          <span className={classes.twoLines} dir="auto">
            {request.text}
          </span>
          <span>
            {t('by', { name: request.name })} · <TimeAgo instant={request.filed_at} />
          </span>
        </span>
      </Link>
    </li>
  );
}
