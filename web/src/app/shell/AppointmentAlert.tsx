import { useState } from 'react';
import { Button, Tabs } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router-dom';
import { isOverdue, type SidedBooking } from '@/api';
import { formatLocale } from '@/i18n/format-locale';
import { Portrait, Sheet, StatusChip, TimeAgo } from '@/ui';
import { paths, schedulePath, type AppointmentInfo } from '../paths';
import { useAccountFacts } from './account-facts';
import classes from './AppointmentAlert.module.css';
import { Count } from './Count';

/** The alert stays away from pages that show the same (spec 1, section 2), and from the steps before using the app. */
const quietPlaces = ['/schedule_manager', paths.alerts, paths.search, '/onboard_', paths.signOut, paths.starterPreferences];

function Row({ item, to, onPick }: { item: SidedBooking; to: string; onPick: () => void }) {
  const { t, i18n } = useTranslation('shell');
  const { booking, side } = item;
  const name = booking.name || booking.guest_name;
  const start = new Date(side === 'order' ? booking.provider_start_time : booking.client_start_time);
  const ongoing = booking.request_status === 'ongoing';
  const status = isOverdue(booking, new Date()) ? 'overdue' : booking.request_status;
  return (
    <li className={classes.row}>
      <Portrait name={name} src={booking.avatar} size={44} />
      <div className={classes.what}>
        <strong>{t(ongoing ? 'ongoingWith' : 'appointmentWith', { name })}</strong>
        <span>
          {start.toLocaleString(formatLocale(i18n.language), { weekday: 'short', day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' })}
          {' · '}
          <TimeAgo instant={booking.created_date} />
        </span>
      </div>
      <StatusChip status={status} />
      <Button component={Link} to={to} onClick={onPick} size="compact-md" variant="light">
        {t('review')}
      </Button>
    </li>
  );
}

interface Group {
  key: 'requests' | 'overdue' | 'reviews';
  items: SidedBooking[];
  place: AppointmentInfo;
}

function Rows({ items, place, onPick }: { items: SidedBooking[]; place: AppointmentInfo; onPick: () => void }) {
  const { t } = useTranslation('shell');
  if (!items.length) return <p className={classes.none}>{t('nothingHere')}</p>;
  return (
    <ul className={classes.rows}>
      {items.map((item) => (
        <Row key={item.booking.order_id} item={item} to={schedulePath(place)} onPick={onPick} />
      ))}
    </ul>
  );
}

/** Opens once over pages when sessions wait for the visitor; anew when there are more of them. */
export default function AppointmentAlert() {
  const { t } = useTranslation('shell');
  const { pathname } = useLocation();
  const { groups } = useAccountFacts();
  const [read, setRead] = useState('');
  const ongoing = groups.ongoing_appointments;
  const waiting: Group[] = [
    { key: 'requests', items: groups.requests, place: 'pending_requests' },
    { key: 'overdue', items: groups.overdue_appointments, place: 'overdue_appointments' },
    { key: 'reviews', items: groups.pending_review, place: 'pending_review' },
  ];
  const shown = ongoing.length ? ongoing : waiting.flatMap((group) => group.items);
  const signature = shown.map(({ booking }) => `${booking.order_id}:${booking.request_status}`).sort().join(' ');
  const quiet = quietPlaces.some((place) => pathname.startsWith(place));
  const close = () => setRead(signature);
  const firstTab = waiting.find((group) => group.items.length)?.key ?? 'requests';
  return (
    <Sheet
      opened={!quiet && shown.length > 0 && read !== signature}
      onClose={close}
      title={t(ongoing.length ? 'ongoingSessions' : 'appointmentNotifications')}
      size="lg"
    >
      {ongoing.length ? (
        <Rows items={ongoing} place="ongoing_appointments" onPick={close} />
      ) : (
        <Tabs defaultValue={firstTab} key={firstTab}>
          <Tabs.List>
            {waiting.map(({ key, items }) => (
              <Tabs.Tab key={key} value={key} rightSection={<Count value={items.length} />}>
                {t(key)}
              </Tabs.Tab>
            ))}
          </Tabs.List>
          {waiting.map(({ key, items, place }) => (
            <Tabs.Panel key={key} value={key} pt="md">
              <Rows items={items} place={place} onPick={close} />
            </Tabs.Panel>
          ))}
        </Tabs>
      )}
    </Sheet>
  );
}
