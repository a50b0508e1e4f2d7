import { Skeleton } from '@mantine/core';
import { Navigate, useParams } from 'react-router-dom';
import { useTranslation } from '@/i18n/use-translation';
import { clientPath } from '@/routing';
import { Page, QueryStates } from '@/ui';
import { useGetClientOfOrderQuery } from '../api';

/** /clients/order/{id}: leads from a booking to its client's page. */
export default function ClientOfOrder() {
  const { orderId = '' } = useParams();
  const { t } = useTranslation('clients');
  const query = useGetClientOfOrderQuery(orderId);
  const found = query.currentData?.data.client_id;
  if (found) return <Navigate to={clientPath(found)} replace />;
  return (
    <Page title={t('name')}>
      <QueryStates query={query} skeleton={<Skeleton height={140} radius="lg" />}>
        {() => null}
      </QueryStates>
    </Page>
  );
}
