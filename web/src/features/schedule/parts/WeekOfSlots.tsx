import { Skeleton } from '@mantine/core';
import { IconCalendarOff } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useUpcomingSlots } from '@/features/booking';
import { formatLocale } from '@/i18n/format-locale';
import { Empty, QueryStates } from '@/ui';
import classes from './WeekOfSlots.module.css';

const DAYS = 6;

/** What clients are offered in the coming seven days, as the server sees it. */
export function WeekOfSlots({ providerId }: { providerId: string }) {
  const { t, i18n } = useTranslation('schedule');
  const { query, timezone } = useUpcomingSlots(providerId, DAYS);
  const day = new Intl.DateTimeFormat(formatLocale(i18n.language), { weekday: 'short', day: 'numeric', timeZone: 'UTC' });
  const time = new Intl.DateTimeFormat(formatLocale(i18n.language), { hour: 'numeric', minute: '2-digit', timeZone: timezone });
  return (
    <QueryStates
      query={query}
      skeleton={<Skeleton height={240} />}
      isEmpty={({ data }) => data.days.every((offered) => offered.slots.length === 0)}
      empty={<Empty icon={IconCalendarOff}>{t('hours.none')}</Empty>}
    >
      {({ data }) => (
        <dl className={classes.week}>
          {data.days
            .filter((offered) => offered.slots.length > 0)
            .map((offered) => (
              <div key={offered.date}>
                <dt>{day.format(new Date(`${offered.date}T00:00:00Z`))}</dt>
                <dd>
                  {offered.slots.map((slot) => (
                    <span key={slot.provider_start_time}>{time.format(new Date(slot.provider_start_time))}</span>
                  ))}
                </dd>
              </div>
            ))}
        </dl>
      )}
    </QueryStates>
  );
}
