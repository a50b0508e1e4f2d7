import { useState } from 'react';
import FullCalendar from '@fullcalendar/react';
import dayGrid from '@fullcalendar/react/daygrid';
import list from '@fullcalendar/react/list';
import classic from '@fullcalendar/react/themes/classic';
import timeGrid from '@fullcalendar/react/timegrid';
import '@fullcalendar/react/skeleton.css';
import '@fullcalendar/react/themes/classic/theme.css';
import { useTranslation } from 'react-i18next';
import type { BookingData } from '@/api';
import { formatLocale } from '@/i18n/format-locale';
import { useBigScreen } from '@/ui';
import { shownStatus } from '../bookings';
import classes from './BookingCalendar.module.css';

const HEIGHT = 650;

interface BookingCalendarProps {
  bookings: readonly BookingData[];
  onOpen: (orderId: string) => void;
}

/** Every appointment on a month, week, day or list, in the colour of its status (spec 2, 'Calendar view'). */
export default function BookingCalendar({ bookings, onOpen }: BookingCalendarProps) {
  const { t, i18n } = useTranslation('schedule');
  const big = useBigScreen();
  const [title, setTitle] = useState('');
  const now = new Date();
  return (
    <section className={classes.calendar} aria-label={t('calendar.label')}>
      {big ? null : <h2 className={classes.title}>{title}</h2>}
      <FullCalendar
        plugins={[dayGrid, timeGrid, list, classic]}
        initialView="dayGridMonth"
        headerToolbar={{
          start: 'prev,next today',
          center: big ? 'title' : '',
          end: 'dayGridMonth,timeGridWeek,timeGridDay,listWeek',
        }}
        buttons={{
          today: { text: t('calendar.today') },
          dayGridMonth: { text: t('calendar.month') },
          timeGridWeek: { text: t('calendar.week') },
          timeGridDay: { text: t('calendar.day') },
          listWeek: { text: t('calendar.list') },
        }}
        titleFormat={{ month: 'short', day: 'numeric', year: 'numeric' }}
        contentHeight={HEIGHT}
        locale={formatLocale(i18n.language)}
        direction={i18n.dir()}
        firstDay={1}
        nowIndicator
        allDaySlot={false}
        eventDisplay={big ? 'block' : 'auto'}
        dayMaxEvents
        eventInteractive
        datesSet={(info) => setTitle(info.view.title)}
        events={bookings.map((booking) => {
          const status = shownStatus(booking, now);
          return {
            id: booking.order_id,
            title: booking.name || booking.guest_name,
            start: booking.provider_start_time,
            end: booking.provider_end_time,
            color: `var(--calendar-${status})`,
            contrastColor: 'var(--calendar-ink)',
          };
        })}
        eventClick={(info) => onOpen(info.event.id)}
      />
    </section>
  );
}
