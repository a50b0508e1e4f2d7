import { Button, Skeleton } from '@mantine/core';
import { IconCalendarOff, IconCloudOff } from '@tabler/icons-react';
import { formatLocale } from '@/i18n/format-locale';
import { dateTimeFormat } from '@/i18n/intl';
import { useTranslation } from '@/i18n/use-translation';
import { EmptyState } from '@/ui';
import type { SlotPreview } from '../hooks/use-slot-preview';
import { DaySlots } from './DaySlots';
import classes from '../screens/BusinessHours.module.css';

/** What clients would be offered in the next seven days, according to the server. */
export function WeekPreview({ preview }: { preview: SlotPreview }) {
  const { t, i18n } = useTranslation(['schedule', 'ui']);
  const { shown, fresh, errors, problem, retry } = preview;
  if (problem) {
    return (
      <EmptyState
        icon={IconCloudOff}
        action={
          <Button variant="default" onClick={retry}>
            {t('ui:retry')}
          </Button>
        }
      >
        {problem}
      </EmptyState>
    );
  }
  if (!shown && Object.keys(errors).length > 0) return <EmptyState icon={IconCalendarOff}>{t('hours.mendFirst')}</EmptyState>;
  if (!shown) return <Skeleton height={320} role="status" aria-label={t('ui:loading')} aria-busy />;
  const days = shown.days.filter((day) => day.slots.length > 0);
  if (days.length === 0) return <EmptyState icon={IconCalendarOff}>{t('hours.none')}</EmptyState>;
  const name = dateTimeFormat(formatLocale(i18n.language), { weekday: 'long', day: 'numeric', month: 'short', timeZone: 'UTC' });
  return (
    <div className={classes.week}>
      {days.map((day) => (
        <section key={day.date}>
          <h3>
            {name.format(new Date(`${day.date}T00:00:00Z`))}
            <span>{day.slots.length}</span>
          </h3>
          <DaySlots day={day} timezone={shown.timezone} fresh={fresh} />
        </section>
      ))}
    </div>
  );
}
