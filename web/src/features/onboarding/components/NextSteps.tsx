import { IconCamera, IconCheck, IconChevronRight, IconClock, IconSparkles, IconTools, type Icon } from '@tabler/icons-react';
import { Link } from 'react-router-dom';
import type { AccountData } from '@/api';
import { useTranslation } from '@/i18n/use-translation';
import { useGetAccountProviderServicesQuery, useGetProviderAppointmentWindowQuery } from '../api';
import { completedSteps, markHoursVisited, nextSteps, stepLinks, wereHoursVisited, type NextStep } from '../next-steps';
import classes from './NextSteps.module.css';

const icons: Readonly<Record<NextStep, Icon>> = { service: IconTools, hours: IconClock, skills: IconSparkles, picture: IconCamera };

interface NextStepsProps {
  account: AccountData;
  /** Render nothing once everything is done. */
  onlyOpen?: boolean;
}

/** The steps that improve a provider's page, each a link that shows whether it is done. */
export function NextSteps({ account, onlyOpen = false }: NextStepsProps) {
  const { t } = useTranslation('onboarding');
  const ownerId = account.owner_id;
  const services = useGetAccountProviderServicesQuery({ filter: 'active', providerId: ownerId });
  const hours = useGetProviderAppointmentWindowQuery(ownerId);
  const done = completedSteps({
    account,
    services: services.currentData?.data.account_services.length,
    hours: hours.currentData?.data.appointment_info,
    hoursSeen: wereHoursVisited(ownerId),
  });
  // Avoids a flash of finished steps: on the own page the list waits until all answers are loaded.
  if (onlyOpen && (done.size === nextSteps.length || !services.currentData || !hours.currentData)) return null;
  return (
    <section className={classes.steps}>
      <h2>
        {t('next.title')} <span>{t('next.progress', { done: done.size, all: nextSteps.length })}</span>
      </h2>
      <ul>
        {nextSteps.map((step) => {
          const Picture = done.has(step) ? IconCheck : icons[step];
          return (
            <li key={step}>
              <Link
                to={stepLinks[step]}
                data-done={done.has(step) || undefined}
                onClick={step === 'hours' ? () => markHoursVisited(ownerId) : undefined}
              >
                <span className={classes.icon}>
                  <Picture size={18} role="img" aria-label={t(done.has(step) ? 'next.done' : 'next.open')} />
                </span>
                <span className={classes.text}>
                  <strong>{t(`next.${step}`)}</strong>
                  <span>{t(`next.${step}Why`)}</span>
                </span>
                <IconChevronRight size={18} className={classes.arrow} aria-hidden />
              </Link>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
