import { Checkbox } from '@mantine/core';
import { useTranslation } from '@/i18n/use-translation';
import { Duration, Price } from '@/ui';
import { CancellationTermsText, termsOfService } from '@/ui/CancellationTerms';
import { type OfferedService, promiseOf } from '../basket';
import classes from './ServicePicker.module.css';

interface ServicePickerProps {
  services: readonly OfferedService[];
  chosen: readonly string[];
  readOnly: boolean;
  /** Whether the provider has set how remote sessions get their link, so that nobody types it. */
  hasLink: boolean;
  /** A pointer or the focus has come to a service. */
  onReach: () => void;
  onToggle: (serviceId: string) => void;
}

/** The provider's services with time and price. Any number can be chosen. */
export function ServicePicker({ services, chosen, readOnly, hasLink, onReach, onToggle }: ServicePickerProps) {
  const { t } = useTranslation('booking');
  return (
    <ul className={classes.list} aria-label={t('services')}>
      {services.map((service) => (
        <li key={service.service_id}>
          {readOnly ? (
            <div className={classes.service}>
              <ServiceDetails service={service} hasLink={hasLink} />
            </div>
          ) : (
            <ServiceOption
              service={service}
              hasLink={hasLink}
              on={chosen.includes(service.service_id)}
              onReach={onReach}
              onToggle={() => onToggle(service.service_id)}
            />
          )}
        </li>
      ))}
    </ul>
  );
}

interface ServiceDetailsProps {
  service: OfferedService;
  hasLink: boolean;
}

/** A service; a click anywhere on the row toggles it. */
function ServiceOption({
  service,
  hasLink,
  on,
  onReach,
  onToggle,
}: ServiceDetailsProps & { on: boolean; onReach: () => void; onToggle: () => void }) {
  const id = `service-${service.service_id}`;
  return (
    <label className={classes.service} data-on={on || undefined} htmlFor={id} onPointerEnter={onReach}>
      <Checkbox id={id} checked={on} onChange={onToggle} onFocus={onReach} size="sm" radius="xs" />
      <ServiceDetails service={service} hasLink={hasLink} />
    </label>
  );
}

/** The service's name, duration, mode, who gets a time at once, brief and price. */
function ServiceDetails({ service, hasLink }: ServiceDetailsProps) {
  const { t } = useTranslation('ui');
  const promise = promiseOf(service, hasLink);
  return (
    <>
      <span className={classes.text}>
        <b>{service.service}</b>
        <span className={classes.caption}>
          <Duration minutes={service.duration} /> · {t(`deliveryMode.${modeKey(service.delivery_mode)}`)}
        </span>
        {promise ? <span className={classes.caption}>{t(`confirmation.${promise}`)}</span> : null}
        <ServiceTerms service={service} />
        {service.brief ? <bdi className={classes.brief}>{service.brief}</bdi> : null}
      </span>
      <span className={classes.price}>
        <Price of={service} />
        {service.taxes_included && service.cost > 0 ? (
          <small className={classes.caption}>{t(`price.taxes.${service.taxes_included}`)}</small>
        ) : null}
      </span>
    </>
  );
}

/** The terms for cancelling; nothing where the service has none. */
function ServiceTerms({ service }: { service: OfferedService }) {
  const { t } = useTranslation('ui');
  const terms = termsOfService(service);
  if (!terms) return null;
  return (
    <span className={classes.caption}>
      {t('cancelling.title')}: <CancellationTermsText terms={terms} />
    </span>
  );
}

function modeKey(mode: string): 'in-person' | 'remote' | 'hybrid' {
  return mode === 'in-person' || mode === 'remote' ? mode : 'hybrid';
}
