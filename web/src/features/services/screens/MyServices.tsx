import { Suspense, useCallback, useState, type ComponentProps, type ReactNode } from 'react';
import { Button, SegmentedControl, Skeleton, Stack } from '@mantine/core';
import { IconArchive, IconPlus, IconRocket, IconTools } from '@tabler/icons-react';
import { Link } from 'react-router-dom';
import { useSession, type ProviderService } from '@/api';
import { useTranslation } from '@/i18n/use-translation';
import { paths, serviceActionOf, serviceDialogOf, serviceDialogs, useDialog, type ServiceDialogName } from '@/routing';
import { EmptyState, Page, QueryStates, Sheet } from '@/ui';
import { lazyPart } from '@/ui/lazy-part';
import { useGetAccountProfileQuery, useGetAccountProviderServicesQuery } from '../api';
import { ServiceConfirmation } from '../components/ServiceConfirmation';
import { ServiceForm } from '../components/ServiceForm';
import { ServiceRows } from '../components/ServiceRows';
import { inOtherCurrency } from '../model';

const ServicesCurrency = lazyPart(() => import('../components/ServicesCurrency'));

type Filter = 'active' | 'archived';

/** /my_services: the services that clients can book. Users who are not providers see how to become one. */
export default function MyServices() {
  const { t } = useTranslation('services');
  const { serviceProvider } = useSession();
  if (serviceProvider) return <OwnServices />;
  return (
    <Page title={t('title')}>
      <EmptyState
        icon={IconRocket}
        action={
          <Button component={Link} to={paths.onboardUsername}>
            {t('become')}
          </Button>
        }
      >
        {t('notProvider')}
      </EmptyState>
    </Page>
  );
}

function OwnServices() {
  const { t } = useTranslation('services');
  const [filter, setFilter] = useState<Filter>('active');
  const dialog = useServiceDialog();
  const add = (
    <Button leftSection={<IconPlus size={18} aria-hidden />} onClick={() => dialog.open('service_create')}>
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
        <ServiceList
          filter={filter}
          add={add}
          onShowActive={() => setFilter('active')}
          onAction={(action, service) => dialog.open(serviceDialogOf(action), service.service_id)}
        />
      </Stack>
      {dialog.opened ? <ServiceDialog dialog={dialog.opened} service={dialog.about} onClose={dialog.close} /> : null}
    </Page>
  );
}

/** The dialog in the address and its service: null for a new one, undefined while loading. */
function useServiceDialog() {
  const { ownerId } = useSession();
  const { opened, subject, open, close } = useDialog(serviceDialogs, 'service');
  // A followed link may name a service of the other list.
  const all = useGetAccountProviderServicesQuery({ filter: 'all', providerId: ownerId }, { skip: !opened || !subject });
  const about = all.data?.data.account_services.find(({ service_id }) => service_id === subject);
  const isMissing = !about && all.currentData !== undefined && !all.isFetching && subject !== null;
  return { opened: isMissing ? null : opened, about: opened === 'service_create' ? null : about, open, close };
}

interface ServiceListProps extends Pick<ComponentProps<typeof ServiceRows>, 'onAction'> {
  filter: Filter;
  /** The button of an empty list. */
  add: ReactNode;
  onShowActive: () => void;
}

/** The bookable services, or the archived ones. */
function ServiceList({ filter, add, onShowActive, onAction }: ServiceListProps) {
  const { t } = useTranslation('services');
  const { ownerId } = useSession();
  const query = useGetAccountProviderServicesQuery({ filter, providerId: ownerId });
  const preferred = useGetAccountProfileQuery().currentData?.data.account_data.currency ?? '';
  const [isChanging, setChanging] = useState(false);
  const closeCurrency = useCallback(() => setChanging(false), []);
  return (
    <QueryStates
      query={query}
      skeleton={<ServiceRowsSkeleton />}
      isEmpty={({ data }) => data.account_services.length === 0}
      empty={
        filter === 'active' ? (
          <EmptyState icon={IconTools} action={add}>
            {t('none')}
          </EmptyState>
        ) : (
          <EmptyState
            icon={IconArchive}
            action={
              <Button variant="light" onClick={onShowActive}>
                {t('showActive')}
              </Button>
            }
          >
            {t('noneArchived')}
          </EmptyState>
        )
      }
    >
      {({ data }) => (
        <>
          {inOtherCurrency(data.account_services, preferred).length > 0 ? (
            <Button variant="default" mb="sm" onClick={() => setChanging(true)}>
              {t('changeCurrency')}
            </Button>
          ) : null}
          <ServiceRows services={data.account_services} preferred={preferred} onAction={onAction} />
          <Suspense>{isChanging ? <ServicesCurrency currency={preferred} onClose={closeCurrency} /> : null}</Suspense>
        </>
      )}
    </QueryStates>
  );
}

function ServiceRowsSkeleton() {
  return (
    <Stack gap="sm">
      {[1, 2, 3].map((row) => (
        <Skeleton key={row} height={88} radius="lg" />
      ))}
    </Stack>
  );
}

interface ServiceDialogProps {
  dialog: ServiceDialogName;
  /** null for a new service, undefined while the list loads. */
  service: ProviderService | null | undefined;
  onClose: () => void;
}

/** Creates, updates, restores, archives or deletes a service (product.md 3.3). */
function ServiceDialog({ dialog, service, onClose }: ServiceDialogProps) {
  const { t } = useTranslation('services');
  const action = serviceActionOf(dialog);
  return (
    <Sheet opened onClose={onClose} title={t(`dialog.${action}`)}>
      {action === 'create' || action === 'update' ? (
        service === undefined ? (
          <Skeleton height={420} />
        ) : (
          <ServiceForm service={service} />
        )
      ) : service ? (
        <ServiceConfirmation action={action} service={service} onClose={onClose} />
      ) : (
        <Skeleton height={260} />
      )}
    </Sheet>
  );
}
