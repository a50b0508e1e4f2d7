import { Checkbox } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Duration, Money } from '@/ui';
import type { OfferedService } from '../basket';
import classes from './ServicePicker.module.css';

interface ServicePickerProps {
  services: readonly OfferedService[];
  chosen: readonly string[];
  readOnly: boolean;
  onToggle: (serviceId: string) => void;
}

/** The provider's services, each with its time and price; any number can be taken. */
export function ServicePicker({ services, chosen, readOnly, onToggle }: ServicePickerProps) {
  const { t } = useTranslation(['booking', 'ui']);
  return (
    <ul className={classes.list} aria-label={t('services')}>
      {services.map((service) => {
        const on = chosen.includes(service.service_id);
        const words = (
          <>
            <span className={classes.words}>
              <b>{service.service}</b>
              <span className={classes.caption}>
                <Duration minutes={service.duration} /> · {t(`ui:deliveryMode.${modeKey(service.delivery_mode)}`)}
              </span>
            </span>
            <span className={classes.price}>
              <Money amount={service.cost} currency={service.currency} />
            </span>
          </>
        );
        return (
          <li key={service.service_id}>
            {readOnly ? (
              <div className={classes.service}>{words}</div>
            ) : (
              <label className={classes.service} data-on={on || undefined} htmlFor={`service-${service.service_id}`}>
                <Checkbox
                  id={`service-${service.service_id}`}
                  checked={on}
                  onChange={() => onToggle(service.service_id)}
                  size="sm"
                  radius="xs"
                />
                {words}
              </label>
            )}
          </li>
        );
      })}
    </ul>
  );
}

function modeKey(mode: string): 'in-person' | 'remote' | 'hybrid' {
  return mode === 'in-person' || mode === 'remote' ? mode : 'hybrid';
}
