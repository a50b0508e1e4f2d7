import { useState } from 'react';
import { Tabs } from '@mantine/core';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { listOf, useSession, type BookingData, type SidedBooking } from '@/api';
import { BookingList } from '@/features/schedule';
import { useTranslation } from '@/i18n/use-translation';
import { tabStorage } from '@/platform/site-data';
import { bookingPath, usePostParams } from '@/routing';
import { Sheet } from '@/ui';
import { useAnySheetOpen } from '@/ui/dialog-behaviour';
import classes from './AppointmentSheet.module.css';
import { CountBadge } from './CountBadge';
import type { AccountCounts } from './use-account-counts';

const tabs = ['requests', 'overdue', 'reviews'] as const;

/** Each session of a booking is news of its own. */
const keyOf = ({ booking }: SidedBooking) => `${booking.order_id}:${booking.request_status}:${booking.due_position}`;

interface AppointmentSheetProps {
  waiting: AccountCounts['waiting'];
  /** Whether it may open over this page. */
  isPlace: boolean;
}

/** The sessions that wait for the user; while some go on, only those. After it was closed, it opens again only for new ones. */
export default function AppointmentSheet({ waiting, isPlace }: AppointmentSheetProps) {
  const { t } = useTranslation('shell');
  const navigate = useNavigate();
  const { ownerId } = useSession();
  const { isRead, markRead } = useDismissedAlerts(ownerId);
  const ongoing = waiting.ongoing.length > 0;
  const shown = ongoing ? waiting.ongoing : tabs.flatMap((tab) => waiting[tab]);
  const opened = useTurn(isPlace && shown.some((item) => !isRead(keyOf(item))));
  const close = () => markRead(shown.map(keyOf));
  function open(booking: BookingData): void {
    close();
    void navigate(bookingPath(listOf(booking, new Date()), booking.order_id));
  }
  return (
    <Sheet opened={opened} onClose={close} title={t(ongoing ? 'ongoingSessions' : 'appointmentNotifications')} size="lg">
      {ongoing ? <SidedBookings items={waiting.ongoing} onOpen={open} /> : <WaitingBookings waiting={waiting} onOpen={open} />}
    </Sheet>
  );
}

/** Whether the alert, which must cover no dialog, is open: it waits until none is, be it in the address or not. */
function useTurn(wanted: boolean): boolean {
  const { booked, viewed } = usePostParams();
  const [params] = useSearchParams();
  const isAddressed = params.has('dialog') || booked !== '' || viewed !== '';
  // Its own sheet counts once it is open.
  const anySheet = useAnySheetOpen();
  const [opened, setOpened] = useState(false);
  const turn = wanted && !isAddressed && (opened || !anySheet);
  if (turn !== opened) setOpened(turn);
  return turn;
}

interface WaitingBookingsProps {
  waiting: AccountCounts['waiting'];
  onOpen: (booking: BookingData) => void;
}

/** Requests, overdue sessions and reviews, each with its count. The first non-empty tab is selected. */
function WaitingBookings({ waiting, onOpen }: WaitingBookingsProps) {
  const { t } = useTranslation('shell');
  const [chosen, setChosen] = useState<string | null>(null);
  const first = tabs.find((tab) => waiting[tab].length > 0) ?? 'requests';
  return (
    <Tabs value={chosen ?? first} onChange={setChosen} classNames={{ list: classes.tabs, tab: classes.tab }}>
      <Tabs.List>
        {tabs.map((tab) => (
          <Tabs.Tab key={tab} value={tab} rightSection={<CountBadge value={waiting[tab].length} />}>
            {t(tab)}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {tabs.map((tab) => (
        <Tabs.Panel key={tab} value={tab} pt="md">
          <SidedBookings items={waiting[tab]} onOpen={onOpen} />
        </Tabs.Panel>
      ))}
    </Tabs>
  );
}

function SidedBookings({ items, onOpen }: { items: SidedBooking[]; onOpen: (booking: BookingData) => void }) {
  const { t } = useTranslation('shell');
  return (
    <BookingList
      inModal
      bookings={items.map(({ booking }) => booking)}
      empty={<p className={classes.none}>{t('nothingHere')}</p>}
      onOpen={onOpen}
    />
  );
}

/*
 * Which parts of the appointment alert the user closed during this visit. A visit lasts as long as the tab: a reload
 * does not show the same alert again, but the next visit does.
 */

const storageKey = 'appointment_alert_read';

function readDismissed(ownerId: string): readonly string[] {
  try {
    const found: unknown = JSON.parse(tabStorage.getItem(`${storageKey}:${ownerId}`) ?? '[]');
    return Array.isArray(found) ? found.filter((key) => typeof key === 'string') : [];
  } catch {
    return [];
  }
}

/** Returns which alerts were closed, and closes more of them. */
function useDismissedAlerts(ownerId: string) {
  const [read, setRead] = useState(() => readDismissed(ownerId));
  return {
    isRead: (key: string) => read.includes(key),
    markRead: (keys: readonly string[]) => {
      const all = [...new Set([...read, ...keys])];
      tabStorage.setItem(`${storageKey}:${ownerId}`, JSON.stringify(all));
      setRead(all);
    },
  };
}
