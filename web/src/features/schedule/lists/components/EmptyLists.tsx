import { Button } from '@mantine/core';
import { IconCalendarOff, IconSearchOff } from '@tabler/icons-react';
import { Link } from 'react-router-dom';
import type { AppointmentList } from '@/api';
import { useTranslation } from '@/i18n/use-translation';
import { paths, type ScheduleTab } from '@/routing';
import { EmptyState } from '@/ui';
import type { ScheduleSearchParams } from '../hooks/use-search-params';

/** A list without bookings. Clients come to open hours; providers are found in the feed. */
export function EmptyList({ list, tab }: { list: AppointmentList; tab: ScheduleTab }) {
  const { t } = useTranslation('schedule');
  const side = tab === 'calendar' ? 'order_and_request' : tab;
  return (
    <EmptyState
      icon={IconCalendarOff}
      action={
        <Button component={Link} to={side === 'order' ? paths.appointmentBookingSettings : paths.feed} variant="light">
          {t(side === 'order' ? 'today.openHours' : 'emptyAction')}
        </Button>
      }
    >
      {t(`empty.${side}`, { type: t(`lists.${list}`).toLocaleLowerCase() })}
    </EmptyState>
  );
}

/** The list has bookings, but none matches the filter. */
export function NoMatches({ address }: { address: ScheduleSearchParams }) {
  const { t } = useTranslation('schedule');
  const clear = () => {
    address.setSearch('');
    address.setMode('all');
  };
  return (
    <EmptyState
      icon={IconSearchOff}
      action={
        <Button variant="light" onClick={clear}>
          {t('showAll')}
        </Button>
      }
    >
      {t('nothingFound')}
    </EmptyState>
  );
}
