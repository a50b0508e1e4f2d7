import { useReference } from '@/forms';
import { useTranslation } from '@/i18n/use-translation';
import { currencyCode, Duration, Money } from '@/ui';
import { StatusChip, type ShownStatus } from '@/ui/StatusChip';
import type { AppointmentEvidence } from '../evidence';
import { useInstantLabel } from '../hooks/use-labels';
import evidenceClasses from './Evidence.module.css';
import { Fact } from './Fact';
import classes from './Fact.module.css';

const statuses: readonly ShownStatus[] = ['pending', 'accepted', 'ongoing', 'completed', 'overdue', 'rejected', 'cancelled'];
const modes = ['in-person', 'remote', 'hybrid'] as const;

/** A reported appointment: parties, service, time, place and messages. */
export function AppointmentFacts({ appointment }: { appointment: AppointmentEvidence }) {
  const { t } = useTranslation(['staff', 'ui']);
  const instant = useInstantLabel();
  const status = statuses.find((one) => one === appointment.status);
  const mode = modes.find((one) => one === appointment.mode);
  return (
    <dl className={classes.summary}>
      <Fact name={t('provider')}>{appointment.provider}</Fact>
      <Fact name={t('client')}>{appointment.client}</Fact>
      <Fact name={t('state.label')}>{status ? <StatusChip status={status} /> : appointment.status}</Fact>
      <Fact wide name={t('services')}>
        <BookedServices appointment={appointment} />
      </Fact>
      <Fact wide name={t('times')}>
        {appointment.sessions.map(({ start, end }) => [instant(start), instant(end)].filter(Boolean).join(' – ')).join('\n')}
      </Fact>
      <Fact name={t('mode')}>{mode ? t(`ui:deliveryMode.${mode}`) : appointment.mode}</Fact>
      <Fact name={t('place')}>{appointment.place}</Fact>
      <Fact wide name={t('brief')}>
        {appointment.brief}
      </Fact>
      <Fact wide name={t('providersNote')}>
        {appointment.note}
      </Fact>
      <Fact name={t('asked')}>{instant(appointment.created)}</Fact>
    </dl>
  );
}

/** The booked services. Costs are in the smallest unit of their currency. */
function BookedServices({ appointment: { services, currency } }: { appointment: AppointmentEvidence }) {
  const reference = useReference();
  const units = reference?.currencies.find(({ code }) => code === currencyCode(currency))?.minor_units ?? 2;
  return services.map(({ name, minutes, costMinor }) => (
    <span key={name} className={evidenceClasses.serviceLine}>
      {name} · <Duration minutes={minutes} />
      {costMinor === null ? null : (
        <>
          {' · '}
          <Money amount={costMinor / 10 ** units} currency={currency} />
        </>
      )}
    </span>
  ));
}
