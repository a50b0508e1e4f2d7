import { IconLock, IconLockOpen } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { AppointmentInfo, Weekday } from '@/api';
import classes from './HoursStrip.module.css';

const WEEKDAYS: readonly Weekday[] = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'];

const shortTime = (time: string): string => time.replace(/^0(?=\d)/, '').replace(/:00$/, '');

/** The range in which a day is open: that of the quota, or from the first to the last custom slot. */
function rangeOf(window: AppointmentInfo, day: Weekday): string | null {
  if (window[`${day}_window_status`] !== 'open') return null;
  if (window[`${day}_window_type`] === 'quota') {
    return `${shortTime(window[`${day}_quota_start_time`])}–${shortTime(window[`${day}_quota_end_time`])}`;
  }
  const slots = window[`${day}_custom_slots`];
  const starts = slots.map((slot) => slot.startTime).sort();
  const ends = slots.map((slot) => slot.endTime).sort();
  return starts[0] && ends.at(-1) ? `${shortTime(starts[0])}–${shortTime(ends.at(-1) ?? '')}` : null;
}

/** Monday to Sunday, each with its open range or 'Closed'. */
export function HoursStrip({ window }: { window: AppointmentInfo }) {
  const { t } = useTranslation('provider');
  return (
    <div className={classes.hours}>
      <ul className={classes.week}>
        {WEEKDAYS.map((day) => {
          const range = rangeOf(window, day);
          return (
            <li key={day} data-closed={range ? undefined : true}>
              <b>{t(`day.${day}`)}</b>
              <span>{range ?? t('closed')}</span>
              {range ? <IconLockOpen size={13} aria-hidden /> : <IconLock size={13} aria-hidden />}
            </li>
          );
        })}
      </ul>
      <p className={classes.zone}>{t('hoursIn', { place: (window.timezone.split('/').at(-1) ?? '').replaceAll('_', ' ') })}</p>
    </div>
  );
}
