import { Button, Skeleton } from '@mantine/core';
import { IconCalendarOff, IconCloudOff } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { formatLocale } from '@/i18n/format-locale';
import { Empty } from '@/ui';
import type { Preview } from './use-preview';
import { DaySlots } from './DaySlots';
import classes from './WeekOfSlots.module.css';

/** What clients would be offered in the coming seven days, as the server sees it. */
export function WeekOfSlots({ preview }: { preview: Preview }) {
  const { t, i18n } = useTranslation(['schedule', 'ui']);
  const { shown, fresh, errors, problem, retry } = preview;
  if (problem) {
    return (
      <Empty
        icon={IconCloudOff}
        action={
          <Button variant="default" onClick={retry}>
            {t('ui:retry')}
          </Button>
        }
      >
        {problem}
      </Empty>
    );
  }
  if (!shown && Object.keys(errors).length > 0) return <Empty icon={IconCalendarOff}>{t('hours.mendFirst')}</Empty>;
  if (!shown) return <Skeleton height={320} role="status" aria-label={t('ui:loading')} aria-busy />;
  const days = shown.days.filter((day) => day.slots.length > 0);
  if (days.length === 0) return <Empty icon={IconCalendarOff}>{t('hours.none')}</Empty>;
  const name = new Intl.DateTimeFormat(formatLocale(i18n.language), { weekday: 'long', day: 'numeric', month: 'short', timeZone: 'UTC' });
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
