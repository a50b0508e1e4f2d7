import { useTranslation } from 'react-i18next';
import type { ProviderService } from '@/api';
import { Sheet } from '@/ui';
import { ServiceDecision } from './ServiceDecision';
import { ServiceForm } from './ServiceForm';

export type ServiceAction = 'create' | 'update' | 'restore' | 'archive' | 'delete';

export interface OpenedDialog {
  action: ServiceAction;
  /** null when a new one is made. */
  service: ProviderService | null;
}

interface ServiceDialogProps extends OpenedDialog {
  onClose: () => void;
}

/** Create, update, restore, archive or delete a service (spec 2, 'Service modal'). */
export function ServiceDialog({ action, service, onClose }: ServiceDialogProps) {
  const { t } = useTranslation('services');
  return (
    <Sheet opened onClose={onClose} title={t(`dialog.${action}`)}>
      {action === 'create' || action === 'update' ? (
        <ServiceForm service={service} onClose={onClose} />
      ) : (
        service && <ServiceDecision action={action} service={service} onClose={onClose} />
      )}
    </Sheet>
  );
}
