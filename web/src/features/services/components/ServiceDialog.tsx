import { Skeleton } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { ProviderService } from '@/api';
import { serviceActionOf, type ServiceDialogName } from '@/routing';
import { Sheet } from '@/ui';
import { ServiceConfirmation } from './ServiceConfirmation';
import { ServiceForm } from './ServiceForm';

interface ServiceDialogProps {
  dialog: ServiceDialogName;
  /** null when a new one is made, undefined while the list is on its way. */
  service: ProviderService | null | undefined;
  onClose: () => void;
}

/** Create, update, restore, archive or delete a service (spec 2, 'Service modal'). */
export function ServiceDialog({ dialog, service, onClose }: ServiceDialogProps) {
  const { t } = useTranslation('services');
  const action = serviceActionOf(dialog);
  return (
    <Sheet opened onClose={onClose} title={t(`dialog.${action}`)}>
      {action === 'create' || action === 'update' ? (
        service === undefined ? <Skeleton height={420} /> : <ServiceForm service={service} onClose={onClose} />
      ) : service ? (
        <ServiceConfirmation action={action} service={service} onClose={onClose} />
      ) : (
        <Skeleton height={260} />
      )}
    </Sheet>
  );
}
