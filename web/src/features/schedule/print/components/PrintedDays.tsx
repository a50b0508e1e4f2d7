import { useEffect } from 'react';
import { createPortal } from 'react-dom';
import type { BookingData } from '@/api';
import { formatLocale } from '@/i18n/format-locale';
import { dateTimeFormat } from '@/i18n/intl';
import { useTranslation } from '@/i18n/use-translation';
import { deviceTimezone } from '@/platform/device';
import { useNow } from '@/ui';
import { usePlaceText } from '../../hooks/use-place-text';
import { useClockText } from '../../hooks/use-clock-text';
import { useClockNote } from '../../hooks/use-time-range-text';
import { agendaDays, type AgendaSession } from '../../calendar/agenda';
import { serviceNames } from '../../service-names';
import classes from './PrintedDays.module.css';

interface PrintedDaysProps {
  bookings: readonly BookingData[];
  from: Date;
  to: Date;
  /** Called when the print dialog has closed. */
  onDone: () => void;
}

/** The sheet of paper: a table of times, names, services and places for each day. Nothing of it is seen on a screen. */
export default function PrintedDays({ bookings, from, to, onDone }: PrintedDaysProps) {
  const { t, i18n } = useTranslation('schedule');
  const now = useNow();
  const clockNote = useClockNote();
  const day = dateTimeFormat(formatLocale(i18n.language), { dateStyle: 'full', timeZone: deviceTimezone() });
  const days = agendaDays(bookings, { from, to }, now);
  useEffect(() => {
    window.addEventListener('afterprint', onDone, { once: true });
    window.print();
    return () => window.removeEventListener('afterprint', onDone);
    // Once, when the sheet is there.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, []);
  return createPortal(
    <div className={classes.sheet} data-print-sheet>
      <h1>{t('print.title')}</h1>
      <p>
        {day.formatRange(from, new Date(to.getTime() - 1))} · {clockNote}
      </p>
      {days.length === 0 ? <p>{t('calendar.none')}</p> : null}
      {days.map(({ date, sessions }) => (
        <table key={date.toISOString()}>
          <caption>{day.format(date)}</caption>
          <thead>
            <tr>
              <th scope="col">{t('print.time')}</th>
              <th scope="col">{t('print.name')}</th>
              <th scope="col">{t('print.services')}</th>
              <th scope="col">{t('print.place')}</th>
            </tr>
          </thead>
          <tbody>
            {sessions.map((session) => (
              <Row key={session.id} session={session} />
            ))}
          </tbody>
        </table>
      ))}
    </div>,
    document.body,
  );
}

function Row({ session }: { session: AgendaSession }) {
  const { t } = useTranslation(['schedule', 'ui']);
  const clock = useClockText();
  const place = usePlaceText();
  return (
    <tr>
      <td>{clock.range(session)}</td>
      <td>
        {session.name}
        {session.status === 'accepted' ? '' : ` (${t(`ui:status.${session.status}`)})`}
      </td>
      <td>{serviceNames(session.booking)}</td>
      <td>{session.booking.delivery_location || place(session.booking)}</td>
    </tr>
  );
}
