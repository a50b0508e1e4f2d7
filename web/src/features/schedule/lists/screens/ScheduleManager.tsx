import { Suspense, type ReactNode } from 'react';
import { Button, Skeleton, Stack } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { Link, useParams } from 'react-router-dom';
import { APPOINTMENT_LISTS, countsOf, useSession, whole, type AppointmentList, type BookingInfo } from '@/api';
import { useTranslation } from '@/i18n/use-translation';
import { schedulePath, useDialog } from '@/routing';
import { Page, QueryStates, useNow } from '@/ui';
import { lazyPart } from '@/ui/lazy-part';
import { useGetBookingInfoQuery } from '../../api';
import { OwnAway } from '../../away/components/OwnAway';
import { bookingsInList, filterBookings } from '../../model';
import { Today, TodayBrief } from '../../today/components/Today';
import { BookingList } from '../components/BookingList';
import { EmptyList, NoMatches } from '../components/EmptyLists';
import { Filters, SideTabs } from '../components/Filters';
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
