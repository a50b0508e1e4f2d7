import type { ReactNode } from 'react';
import { Skeleton } from '@mantine/core';
import { IconClock } from '@tabler/icons-react';
import type { AccountData } from '@/api';
import { PaymentTerms } from '@/features/booking';
import { useTranslation } from '@/i18n/use-translation';
import { EmptyState, QueryStates, useViewerZone } from '@/ui';
import { useGetProviderAppointmentWindowQuery } from '../api';
import { HoursStrip } from './HoursStrip';
import classes from './ProviderInfo.module.css';
import { Section } from './Section';

interface PartProps {
  provider: AccountData;
  /** For the owner: the edit link. */
  edit?: ReactNode;
}

/** The bio. */
export function AboutSection({ provider, edit }: PartProps) {
  const { t } = useTranslation('provider');
  return (
    <Section title={t('whatWeDo')} edit={edit}>
      <p className={classes.bio} dir="auto">
        {provider.bio}
      </p>
    </Section>
  );
}

/** How the provider wants to be paid. */
export function PaymentSection({ provider, edit }: PartProps) {
  const { t } = useTranslation('provider');
  return (
    <Section title={t('payment')} edit={edit}>
      <PaymentTerms providerId={provider.owner_id} />
    </Section>
  );
}

/** The provider's hours, Monday to Sunday. */
export function BusinessHoursSection({ provider, edit }: PartProps) {
  const { t } = useTranslation('provider');
  const query = useGetProviderAppointmentWindowQuery(provider.owner_id);
  const zone = useViewerZone();
  return (
    <Section title={t('businessHours')} edit={edit}>
      <QueryStates query={query} skeleton={<Skeleton height={64} />} empty={<EmptyState icon={IconClock}>{t('closed')}</EmptyState>}>
        {({ data }) => (zone ? <HoursStrip window={data.appointment_info} /> : <Skeleton height={64} />)}
      </QueryStates>
    </Section>
  );
}
