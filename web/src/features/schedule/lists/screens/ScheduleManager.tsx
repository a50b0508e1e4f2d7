import { Suspense, type ReactNode } from 'react';
import { Button, Select, Skeleton, Stack, Tabs, TextInput } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { Link, useParams } from 'react-router-dom';
import { IconCalendarOff, IconSearch, IconSearchOff } from '@tabler/icons-react';
import { APPOINTMENT_LISTS, countsOf, useSession, whole, type AppointmentList, type BookingInfo } from '@/api';
import { useTranslation } from '@/i18n/use-translation';
import { paths, schedulePath, type ScheduleTab, useDialog } from '@/routing';
import { EmptyState, Page, QueryStates, useNow } from '@/ui';
import { lazyPart } from '@/ui/lazy-part';
import { useGetBookingInfoQuery } from '../../api';
import { OwnAway } from '../../away/components/OwnAway';
import { bookingsInList, filterBookings, type ModeChoice, MODES } from '../../model';
import { Today, TodayBrief } from '../../today/components/Today';
import { BookingList } from '../components/BookingList';
import { CompletedViews, ListMenu } from '../components/ListMenu';
import { LoadOlder } from '../components/LoadOlder';
import { pagesOf, useOlderBookings, type OlderBookings } from '../hooks/use-older-bookings';
import { useScheduleSearchParams, type ScheduleSearchParams } from '../hooks/use-search-params';
import classes from './ScheduleManager.module.css';

const OpenedBooking = lazyPart(() => import('../components/OpenedBooking'));
const CalendarFeed = lazyPart(() => import('@/features/calendars').then((calendars) => ({ default: calendars.CalendarFeed })));
const ScheduleCalendar = lazyPart(() => import('../../calendar/components/ScheduleCalendar'));

/** Wide enough for the list, the calendar and the day beside each other. The same width as in the style sheets. */
const useWideScreen = () => useMediaQuery('(width >= 1200px)', false, { getInitialValueInEffect: false });

/** /schedule_manager/{appointmentInfo}: all appointments, by list and side, or on the calendar. */
export default function ScheduleManager() {
  const { t } = useTranslation('schedule');
  const { appointmentInfo } = useParams();
  const list = APPOINTMENT_LISTS.find((known) => known === appointmentInfo) ?? 'upcoming_schedule';
  const { tab } = useScheduleSearchParams();
  const query = useGetBookingInfoQuery(whole);
  const wide = useWideScreen();
  const { serviceProvider } = useSession();
  return (
    <Page title={t('title')} actions={serviceProvider ? <ToDay /> : null}>
      <OwnAway />
      <QueryStates query={query} dated skeleton={<ScheduleSkeleton wide={wide} calendar={tab === 'calendar'} />}>
        {({ data }) => <ScheduleContent list={list} info={data} wide={wide} />}
      </QueryStates>
    </Page>
  );
}

/** Back to the day, on which a provider's schedule opens (product.md 4.19). */
function ToDay() {
  const { t } = useTranslation('schedule');
  return (
    <Button component={Link} to={schedulePath('today')} variant="default" size="compact-md">
      {t('today.title')}
    </Button>
  );
}

interface ScheduleContentProps {
  list: AppointmentList;
  info: BookingInfo;
  wide: boolean;
}

function ScheduleContent({ list, info, wide }: ScheduleContentProps) {
  const address = useScheduleSearchParams();
  const older = useOlderBookings(info);
  const { opened, subject, open, close } = useDialog(['booking'] as const, 'booking');
  const { order, request } = older.bookings;
  const all = [...order, ...request];
  const ofSide = address.tab === 'order' ? order : address.tab === 'request' ? request : all;
  const sought = filterBookings(ofSide, address);
  const show = (orderId: string) => open('booking', orderId);
  const calendar = (narrow: boolean) => (
    <Suspense fallback={<Skeleton height={762} radius="lg" />}>
      <ScheduleCalendar bookings={sought} narrow={narrow} onOpen={show} />
    </Suspense>
  );
  return (
    <div className={classes.board}>
      <Stack gap="md" className={classes.main}>
        {wide ? null : <TodayBrief bookings={older.bookings} onOpen={show} />}
        <SideTabs tab={address.tab} onChoose={address.setTab} />
        {address.tab === 'calendar' ? (
          <>
            <Filters address={address} />
            {calendar(false)}
            <LoadOlder older={older} pages="every" />
            <Suspense>
              <CalendarFeed />
            </Suspense>
          </>
        ) : (
          <ListView list={list} address={address} older={older} ofSide={ofSide} sought={sought} onOpen={show}>
            {wide ? calendar(true) : null}
          </ListView>
        )}
      </Stack>
      {wide ? <Today bookings={older.bookings} leadsOn={address.tab === 'calendar'} onOpen={show} /> : null}
      <Suspense>
        {opened && subject ? <OpenedBooking key={subject} orderId={subject} list={list} shown={all} onClose={close} /> : null}
      </Suspense>
    </div>
  );
}

interface ListViewProps {
  list: AppointmentList;
  address: ScheduleSearchParams;
  older: OlderBookings;
  /** All bookings of the selected side, and those that match the filter. */
  ofSide: BookingInfo['bookings_list']['order'];
  sought: BookingInfo['bookings_list']['order'];
  onOpen: (orderId: string) => void;
  /** What stands beside the rows. */
  children: ReactNode;
}

/** One list of one side: menu, filters and rows. */
function ListView({ list, address, older, ofSide, sought, onOpen, children }: ListViewProps) {
  const { t } = useTranslation('schedule');
  const now = useNow();
  const counts = countsOf(ofSide, now);
  const { carried } = address;
  return (
    <div className={classes.columns}>
      <ListMenu list={list} counts={counts} carried={carried} isOpenEnded={(one) => older.hasMore(pagesOf(one))} />
      <section className={classes.content} aria-labelledby="list-title">
        <h2 id="list-title" className={classes.title}>
          {t(`lists.${list}`)}
        </h2>
        <CompletedViews list={list} counts={counts} carried={carried} />
        <Filters address={address} />
        <BookingList
          bookings={bookingsInList(sought, list, now)}
          onOpen={(booking) => onOpen(booking.order_id)}
          empty={counts[list] > 0 ? <NoMatches address={address} /> : <EmptyList list={list} tab={address.tab} />}
        />
        <LoadOlder older={older} pages={pagesOf(list)} />
      </section>
      {children}
    </div>
  );
}

/** The schedule while loading: tabs, menu, rows, and on a wide screen the calendar and the day. */
function ScheduleSkeleton({ wide, calendar }: { wide: boolean; calendar: boolean }) {
  return (
    <div className={classes.board}>
      <Stack gap="md" className={classes.main}>
        <Skeleton height={38} maw={360} />
        {calendar ? (
          <>
            <Skeleton height={42} maw={560} />
            <Skeleton height={762} radius="lg" />
          </>
        ) : (
          <div className={classes.columns}>
            <Skeleton className={classes.menu} />
            <div className={classes.content}>
              <Skeleton height={28} width={180} />
              <Skeleton height={42} />
              {[1, 2, 3, 4].map((row) => (
                <Skeleton key={row} height={96} radius="lg" />
              ))}
            </div>
            {wide ? <Skeleton height={762} radius="lg" /> : null}
          </div>
        )}
      </Stack>
      {wide ? <Skeleton height={420} radius="lg" /> : null}
    </div>
  );
}

/** The tabs: both sides, one of them, or the calendar. */
function SideTabs({ tab, onChoose }: { tab: ScheduleTab; onChoose: (tab: ScheduleTab) => void }) {
  const { t } = useTranslation('schedule');
  const { serviceProvider } = useSession();
  return (
    <Tabs value={tab} onChange={(value) => onChoose((value ?? 'order_and_request') as ScheduleTab)} classNames={{ list: classes.tabs }}>
      <Tabs.List>
        <Tabs.Tab value="order_and_request">{t('tabs.order_and_request')}</Tabs.Tab>
        {serviceProvider || tab === 'order' ? <Tabs.Tab value="order">{t('tabs.order')}</Tabs.Tab> : null}
        <Tabs.Tab value="request">{t('tabs.request')}</Tabs.Tab>
        <Tabs.Tab value="calendar">{t('tabs.calendar')}</Tabs.Tab>
      </Tabs.List>
    </Tabs>
  );
}

/** Search by name, and the filter by mode. */
function Filters({ address }: { address: ScheduleSearchParams }) {
  const { t } = useTranslation(['schedule', 'ui']);
  return (
    <div className={classes.filters}>
      <TextInput
        aria-label={t('search')}
        placeholder={t('search')}
        leftSection={<IconSearch size={18} />}
        value={address.search}
        onChange={(event) => address.setSearch(event.currentTarget.value)}
      />
      <Select
        aria-label={t('mode')}
        value={address.mode}
        data={MODES.map((mode) => ({ value: mode, label: mode === 'all' ? t('anyMode') : t(`ui:deliveryMode.${mode}`) }))}
        onChange={(mode) => address.setMode((mode ?? 'all') as ModeChoice)}
      />
    </div>
  );
}

/** A list without bookings. Clients come to open hours; providers are found in the feed. */
function EmptyList({ list, tab }: { list: AppointmentList; tab: ScheduleTab }) {
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
function NoMatches({ address }: { address: ScheduleSearchParams }) {
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
