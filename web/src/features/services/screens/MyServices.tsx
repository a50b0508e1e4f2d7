import { useState } from 'react';
import { Button, SegmentedControl, Skeleton, Stack } from '@mantine/core';
import { IconPlus, IconTools } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useGetAccountProviderServicesQuery, useSession } from '@/api';
import { Empty, Page, QueryStates } from '@/ui';
import { ServiceDialog, type OpenedDialog } from '../parts/ServiceDialog';
import { ServiceRows } from '../parts/ServiceRows';

type Filter = 'active' | 'archived';

/** /my_services: what clients can book. */
export default function MyServices() {
  const { t } = useTranslation('services');
  const { ownerId } = useSession();
  const [filter, setFilter] = useState<Filter>('active');
  const [dialog, setDialog] = useState<OpenedDialog | null>(null);
  const query = useGetAccountProviderServicesQuery({ filter, providerId: ownerId });
  const add = (
    <Button leftSection={<IconPlus size={18} />} onClick={() => setDialog({ action: 'create', service: null })}>
      {t('add')}
    </Button>
  );
  return (
    <Page title={t('title')} lead={t('lead')} actions={add}>
      <Stack gap="md">
        <SegmentedControl
          aria-label={t('filter.label')}
          maw={320}
          value={filter}
          onChange={(value) => setFilter(value as Filter)}
          data={[
            { value: 'active', label: t('filter.active') },
            { value: 'archived', label: t('filter.archived') },
          ]}
        />
        <QueryStates
          query={query}
          skeleton={<Skeleton height={72} />}
          isEmpty={({ data }) => data.account_services.length === 0}
          empty={
            <Empty icon={IconTools} action={filter === 'active' ? add : null}>
              {filter === 'active' ? t('none') : t('noneArchived')}
            </Empty>
          }
        >
          {({ data }) => (
            <ServiceRows
              services={data.account_services}
              onAction={(action, service) => setDialog({ action, service })}
            />
          )}
        </QueryStates>
      </Stack>
      {dialog ? <ServiceDialog {...dialog} onClose={() => setDialog(null)} /> : null}
    </Page>
  );
}
