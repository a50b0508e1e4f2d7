import { useCallback, useEffect, useState } from 'react';
import { Tabs } from '@mantine/core';
import { useLocation, useNavigate, useSearchParams } from 'react-router-dom';
import { listOf, useSession, type BookingData, type SidedBooking } from '@/api';
import { BookingList, RequestAnswer, serviceNames } from '@/features/schedule';
import { useTranslation } from '@/i18n/use-translation';
import { deviceStorage } from '@/platform/site-data';
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

/** The sessions that wait for the user; while some go on, only those. It opens once for each of them. */
export default function AppointmentSheet({ waiting, isPlace }: AppointmentSheetProps) {
  const { t } = useTranslation('shell');
  const navigate = useNavigate();
  const { ownerId } = useSession();
  const ongoing = waiting.ongoing.length > 0;
  const shown = ongoing ? waiting.ongoing : tabs.flatMap((tab) => waiting[tab]);
  const { opened, close } = useOpenedByNews(ownerId, shown.map(keyOf), isPlace);
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

/** Opens the alert for what this account has not been shown on this device, where nothing is in its way. */
function useOpenedByNews(ownerId: string, keys: readonly string[], isPlace: boolean) {
  const [opened, setOpened] = useState(false);
  const { isShown, markShown } = useShownBookings(ownerId);
  const { isCovered, isHeld } = useOtherDialogs(opened, keys);
  const mayStay = isPlace && !isCovered && keys.length > 0;
  if (!opened && mayStay && keys.some((key) => !isShown(key) && !isHeld(key))) setOpened(true);
  if (opened && !mayStay) setOpened(false);
  const listed = keys.join(' ');
  useEffect(() => {
    if (opened) markShown(listed.split(' '));
  }, [opened, listed, markShown]);
  return { opened, close: () => setOpened(false) };
}

/**
 * Whether another dialog is open, be it in the address or not, and which news came under it: the alert does not follow straight
 * after, but on the next page.
 */
function useOtherDialogs(opened: boolean, keys: readonly string[]) {
  const { pathname } = useLocation();
  const { booked, viewed } = usePostParams();
  const [params] = useSearchParams();
  const anySheet = useAnySheetOpen();
  // Its own sheet counts as open for a moment after it was closed.
  const [isOwn, setOwn] = useState(false);
  if (opened && !isOwn) setOwn(true);
  if (!opened && !anySheet && isOwn) setOwn(false);
  const isCovered = params.has('dialog') || booked !== '' || viewed !== '' || (anySheet && !isOwn);
  const [held, setHeld] = useState({ page: '', keys: '' });
  const listed = keys.join(' ');
  if (isCovered && (held.page !== pathname || held.keys !== listed)) setHeld({ page: pathname, keys: listed });
  return { isCovered, isHeld: (key: string) => held.page === pathname && held.keys.split(' ').includes(key) };
}

interface WaitingBookingsProps {
  waiting: AccountCounts['waiting'];
  onOpen: (booking: BookingData) => void;
}

/** Requests, overdue sessions and reviews, each with its count. The first non-empty tab is selected. */
function WaitingBookings({ waiting, onOpen }: WaitingBookingsProps) {
  const { t } = useTranslation('shell');
  const [chosen, setChosen] = useState<string | null>(null);
  const { serviceProvider } = useSession();
  // Only providers are asked for something, or begin a session.
  const offered = tabs.filter((tab) => tab === 'reviews' || serviceProvider || waiting[tab].length > 0);
  const first = offered.find((tab) => waiting[tab].length > 0) ?? 'reviews';
  return (
    <Tabs value={chosen ?? first} onChange={setChosen} classNames={{ list: classes.tabs, tab: classes.tab }}>
      <Tabs.List>
        {offered.map((tab) => (
          <Tabs.Tab key={tab} value={tab} rightSection={<CountBadge value={waiting[tab].length} />}>
            {t(tab)}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {offered.map((tab) => (
        <Tabs.Panel key={tab} value={tab} pt="md">
          <SidedBookings items={waiting[tab]} onOpen={onOpen} />
        </Tabs.Panel>
      ))}
    </Tabs>
  );
}

/** The services, and for a request its answer; the answered booking leaves the list by itself. */
function ServicesAndAnswer({ booking, titleId }: { booking: BookingData; titleId: string }) {
  const { ownerId } = useSession();
  const isRequest = booking.provider_id === ownerId && booking.request_status === 'pending' && !booking.proposed_by;
  return (
    <>
      <span className={classes.services}>{serviceNames(booking)}</span>
      {isRequest ? <RequestAnswer booking={booking} titleId={titleId} onAnswered={() => undefined} /> : null}
    </>
  );
}

function SidedBookings({ items, onOpen }: { items: SidedBooking[]; onOpen: (booking: BookingData) => void }) {
  const { t } = useTranslation('shell');
  return (
    <BookingList
      inModal
      bookings={items.map(({ booking }) => booking)}
      empty={<p className={classes.none}>{t('nothingHere')}</p>}
      more={(booking, titleId) => <ServicesAndAnswer booking={booking} titleId={titleId} />}
      onOpen={onOpen}
    />
  );
}

/** Where this device keeps what the alert has shown, and how many bookings at most. */
const storageKey = 'appointment_alert_shown';
const mostKept = 200;

function readShown(ownerId: string): readonly string[] {
  try {
    const found: unknown = JSON.parse(deviceStorage.getItem(`${storageKey}:${ownerId}`) ?? '[]');
    return Array.isArray(found) ? found.filter((key) => typeof key === 'string') : [];
  } catch {
    return [];
  }
}

/** The bookings that the alert has shown on this device, in any tab. */
function useShownBookings(ownerId: string) {
  const markShown = useCallback(
    (keys: readonly string[]) => {
      const all = [...new Set([...keys, ...readShown(ownerId)])].slice(0, mostKept);
      deviceStorage.setItem(`${storageKey}:${ownerId}`, JSON.stringify(all));
    },
    [ownerId],
  );
  return { isShown: (key: string) => readShown(ownerId).includes(key), markShown };
}
