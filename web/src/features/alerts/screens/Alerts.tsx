import { Button } from '@mantine/core';
import { IconBell } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { useGetUserAlertsQuery, useUpdateAlertStatusMutation, whole } from '@/api';
import { paths } from '@/app/paths';
import { Empty, Page, QueryStates, TileListSkeleton } from '@/ui';
import { AlertRow } from '../parts/AlertRow';
import classes from './Alerts.module.css';

/** /alerts: what happened, the newest first. */
export default function Alerts() {
  const { t } = useTranslation('alerts');
  const query = useGetUserAlertsQuery(whole);
  const [updateStatus] = useUpdateAlertStatusMutation();
  const read = (iv_notification_ids: string[] | 'all') => void updateStatus({ iv_notification_ids, iv_status: 'read' });
  const anyNew = query.data?.data.alerts_list.some((alert) => alert.status === 'active');
  const readAll = (
    <Button variant="light" onClick={() => read('all')}>
      {t('readAll')}
    </Button>
  );
  return (
    <div className={classes.narrow}>
      <Page title={t('title')} actions={anyNew ? readAll : undefined}>
        <QueryStates
          query={query}
          skeleton={<TileListSkeleton rows={5} />}
          isEmpty={({ data }) => data.alerts_list.length === 0}
          empty={<NoAlerts />}
        >
          {({ data }) => (
            <ul className={classes.list}>
              {data.alerts_list.map((alert) => (
                <li key={alert.notification_id}>
                  <AlertRow alert={alert} onRead={() => read([alert.notification_id])} />
                </li>
              ))}
            </ul>
          )}
        </QueryStates>
      </Page>
    </div>
  );
}

function NoAlerts() {
  const { t } = useTranslation('alerts');
  const find = (
    <Button component={Link} to={paths.search} variant="light">
      {t('find')}
    </Button>
  );
  return (
    <Empty icon={IconBell} action={find}>
      {t('empty')}
    </Empty>
  );
}
