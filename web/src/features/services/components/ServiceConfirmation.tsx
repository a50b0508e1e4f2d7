import type { ReactNode } from 'react';
import { Button } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { asFailure, type ProviderService } from '@/api';
import { FormProblem } from '@/forms';
import { useTranslation } from '@/i18n/use-translation';
import { Duration, Price, toast } from '@/ui';
import { useArchiveDeleteAccountServicesMutation, useGetAppointmentFinanceSettingsQuery } from '../api';
import classes from './ServiceConfirmation.module.css';

const REQUEST = { restore: 'service_restore', archive: 'service_archive', delete: 'service_delete' } as const;
const DONE = { restore: 'restored', archive: 'archived', delete: 'deleted' } as const;

interface ServiceConfirmationProps {
  action: 'restore' | 'archive' | 'delete';
  service: ProviderService;
  onClose: () => void;
}

/** A read-only view of the service, and the button that restores, archives or deletes it. */
export function ServiceConfirmation({ action, service, onClose }: ServiceConfirmationProps) {
  const { t } = useTranslation(['services', 'ui']);
  const [decide, { isLoading, error }] = useArchiveDeleteAccountServicesMutation();
  async function act(): Promise<void> {
    const answer = await decide({ iv_service_id: service.service_id, iv_request_type: REQUEST[action] });
    if (answer.error) return;
    toast.done(t(DONE[action]));
    onClose();
  }
  return (
    <>
      <FormProblem>{error ? asFailure(error).main_msg : null}</FormProblem>
      <dl className={classes.facts}>
        <Fact name={t('field.service')}>{service.service}</Fact>
        <Fact name={t('field.duration')}>
          <Duration minutes={service.duration} />
        </Fact>
        <Fact name={t('field.cost')}>
          <Price of={service} />
        </Fact>
        {action === 'archive' ? <NegotiableFee /> : null}
        <Fact name={t('field.deliveryMode')}>{t(`ui:deliveryMode.${service.delivery_mode}`)}</Fact>
        {service.brief ? (
          <Fact name={t('field.brief')}>
            <bdi>{service.brief}</bdi>
          </Fact>
        ) : null}
      </dl>
      <Button size="lg" fullWidth mt="lg" color={action === 'delete' ? 'red' : 'brand'} loading={isLoading} onClick={() => void act()}>
        {t(`dialog.${action}`)}
      </Button>
    </>
  );
}

/** Whether fees are negotiable: a policy of the provider that only the finance settings change. */
function NegotiableFee() {
  const { t } = useTranslation('services');
  const { currentData } = useGetAppointmentFinanceSettingsQuery();
  const policy = currentData?.data.finance_settings.fee_policy;
  return (
    <Fact name={t('field.fee')}>
      <span className={classes.options}>
        {(['non-negotiable', 'negotiable'] as const).map((option) => (
          <span key={option} data-chosen={option === policy || undefined}>
            {option === policy ? <IconCheck size={14} role="img" aria-label={t('chosen')} /> : null}
            {t(option === 'negotiable' ? 'negotiable' : 'nonNegotiable')}
          </span>
        ))}
      </span>
    </Fact>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
