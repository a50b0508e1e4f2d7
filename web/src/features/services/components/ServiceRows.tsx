import { ActionIcon, Badge, Menu } from '@mantine/core';
import { IconArchive, IconDots, IconPencil, IconRestore, IconTrash } from '@tabler/icons-react';
import type { ProviderService } from '@/api';
import { useTranslation } from '@/i18n/use-translation';
import type { ServiceAction } from '@/routing';
import { currencyCode, Duration, Price } from '@/ui';
import { CancellationTermsText, termsOfService } from '@/ui/CancellationTerms';
import { inOtherCurrency } from '../model';
import classes from './ServiceRows.module.css';

interface ServiceRowsProps {
  services: readonly ProviderService[];
  /** The preferred currency; '' while it is not known. */
  preferred: string;
  onAction: (action: ServiceAction, service: ProviderService) => void;
}

const ACTIONS: Readonly<Record<ProviderService['status'], readonly ServiceAction[]>> = {
  active: ['update', 'archive', 'delete'],
  archived: ['restore', 'delete'],
};
const ICONS = { create: IconPencil, update: IconPencil, archive: IconArchive, restore: IconRestore, delete: IconTrash };

/** One row for each service, with its action menu. */
export function ServiceRows({ services, preferred, onAction }: ServiceRowsProps) {
  return (
    <ul className={classes.rows}>
      {services.map((service) => (
        <li key={service.service_id}>
          <ServiceDetails service={service} preferred={preferred} />
          <span className={classes.price}>
            <Price of={service} />
          </span>
          <ActionMenu service={service} onAction={onAction} />
        </li>
      ))}
    </ul>
  );
}

/** The service's name, status, duration and mode. */
function ServiceDetails({ service, preferred }: { service: ProviderService; preferred: string }) {
  const { t } = useTranslation(['services', 'ui']);
  const archived = service.status === 'archived';
  const terms = termsOfService(service);
  return (
    <div className={classes.text}>
      <span className={classes.name}>
        <b>{service.service}</b>
        <Badge
          variant="light"
          size="sm"
          color={archived ? 'gray' : 'brand'}
          className={classes.status}
          data-archived={archived || undefined}
        >
          {t(`status.${service.status}`)}
        </Badge>
        {service.confirmation === 'request' ? null : (
          <Badge variant="light" size="sm">
            {t(`ui:confirmation.${service.confirmation}`)}
          </Badge>
        )}
      </span>
      <span className={classes.caption}>
        <Duration minutes={service.duration} /> · {t(`ui:deliveryMode.${service.delivery_mode}`)}
        {service.taxes_included && service.cost > 0 ? ` · ${t(`ui:price.taxes.${service.taxes_included}`)}` : null}
      </span>
      {inOtherCurrency([service], preferred).length > 0 ? (
        <span className={classes.otherCurrency}>
          {t('otherCurrency', { theirs: currencyCode(service.currency), mine: currencyCode(preferred) })}
        </span>
      ) : null}
      {terms ? (
        <span className={classes.caption}>
          {t('ui:cancelling.title')}: <CancellationTermsText terms={terms} />
        </span>
      ) : null}
      {service.brief ? <bdi className={classes.caption}>{service.brief}</bdi> : null}
    </div>
  );
}

function ActionMenu({ service, onAction }: Pick<ServiceRowsProps, 'onAction'> & { service: ProviderService }) {
  const { t } = useTranslation('services');
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon size="lg" aria-label={t('actionsOf', { service: service.service })}>
          <IconDots size={18} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {ACTIONS[service.status].map((action) => {
          const Icon = ICONS[action];
          return (
            <Menu.Item
              key={action}
              leftSection={<Icon size={16} />}
              {...(action === 'delete' ? { color: 'var(--danger)' } : {})}
              onClick={() => onAction(action, service)}
            >
              {t(`dialog.${action}`)}
            </Menu.Item>
          );
        })}
      </Menu.Dropdown>
    </Menu>
  );
}
