import { Suspense } from 'react';
import { Button, Select, Skeleton, Stack, Tabs, Text, TextInput } from '@mantine/core';
import { IconCalendarOff, IconSearch, IconSearchOff } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link, useParams } from 'react-router-dom';
import { APPOINTMENT_LISTS, countsOf, useSession, whole, type AppointmentList, type BookingInfo } from '@/api';
import { CalendarFeed } from '@/features/calendars';
import { paths, useDialog, type ScheduleTab } from '@/routing';
import { EmptyState, Page, QueryStates, useNow } from '@/ui';
import { useGetBookingInfoQuery } from '../../api';
import { bookingsInList, filterBookings, MODES, type ModeChoice } from '../../model';
import { BookingList } from '../components/BookingList';
import { CompletedViews, ListMenu } from '../components/ListMenu';
import { OpenedBooking } from '../components/OpenedBooking';
import { pagesOf, useOlderBookings, type OlderBookings } from '../hooks/use-older-bookings';
import { useScheduleSearchParams } from '../hooks/use-search-params';
import classes from './ScheduleManager.module.css';
import { lazyPart } from '@/ui/lazy-part';

const BookingCalendar = lazyPart(() => import('../../calendar/components/BookingCalendar'));

type Address = ReturnType<typeof useScheduleSearchParams>;

/** /schedule_manager/{appointmentInfo}: all appointments, by list and side, or on the calendar. */
export default function ScheduleManager() {
  const { t } = useTranslation('schedule');
  const { appointmentInfo } = useParams();
  const list = APPOINTMENT_LISTS.find((known) => known === appointmentInfo) ?? 'upcoming_schedule';
  const query = useGetBookingInfoQuery(whole);
  return (
    <Page title={t('title')}>
      <QueryStates
        query={query}
        dated
        skeleton={
          <Stack gap="xs">
            <Skeleton height={36} />
            <Skeleton height={72} />
            <Skeleton height={72} />
          </Stack>
        }
      >
        {({ data }) => <ScheduleContent list={list} info={data} />}
      </QueryStates>
    </Page>
  );
}

function ScheduleContent({ list, info }: { list: AppointmentList; info: BookingInfo }) {
  const address = useScheduleSearchParams();
  const older = useOlderBookings(info);
  const { opened, subject, open, close } = useDialog(['booking'] as const, 'booking');
  const { order, request } = older.bookings;
  const all = [...order, ...request];
  const ofSide = address.tab === 'order' ? order : address.tab === 'request' ? request : all;
  const sought = filterBookings(ofSide, address);
  const show = (orderId: string) => open('booking', orderId);
  return (
    <Stack gap="md">
      <SideTabs tab={address.tab} onChoose={address.setTab} />
      {address.tab === 'calendar' ? (
        <>
          <Filters address={address} />
          <Suspense fallback={<Skeleton height={650} />}>
            <BookingCalendar bookings={sought} onOpen={show} />
          </Suspense>
          <LoadOlder older={older} pages="every" />
          <CalendarFeed />
        </>
      ) : (
        <ListView list={list} address={address} older={older} ofSide={ofSide} sought={sought} onOpen={show} />
      )}
      {opened && subject ? <OpenedBooking key={subject} orderId={subject} list={list} shown={all} onClose={close} /> : null}
    </Stack>
  );
}

interface ListViewProps {
  list: AppointmentList;
  address: Address;
  older: OlderBookings;
  /** All bookings of the selected side, and those that match the filter. */
  ofSide: BookingInfo['bookings_list']['order'];
  sought: BookingInfo['bookings_list']['order'];
  onOpen: (orderId: string) => void;
}

/** One list of one side: menu, filters and rows. */
function ListView({ list, address, older, ofSide, sought, onOpen }: ListViewProps) {
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
    </div>
  );
}

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
function Filters({ address }: { address: Address }) {
  const { t } = useTranslation(['schedule', 'ui']);
  return (
    <div className={classes.filters}>
      <TextInput
        aria-label={t('search')}
        placeholder={t('search')}
        leftSection={<IconSearch size={17} />}
        value={address.search}
        onChange={(event) => address.setSearch(event.currentTarget.value)}
      />
      <Select
        aria-label={t('mode')}
        allowDeselect={false}
        value={address.mode}
        data={MODES.map((mode) => ({ value: mode, label: mode === 'all' ? t('anyMode') : t(`ui:deliveryMode.${mode}`) }))}
        onChange={(mode) => address.setMode((mode ?? 'all') as ModeChoice)}
      />
    </div>
  );
}

function EmptyList({ list, tab }: { list: AppointmentList; tab: ScheduleTab }) {
  const { t } = useTranslation('schedule');
  const side = tab === 'calendar' ? 'order_and_request' : tab;
  return (
    <EmptyState
      icon={IconCalendarOff}
      action={
        <Button component={Link} to={paths.feed} variant="light">
          {t('emptyAction')}
        </Button>
      }
    >
      {t(`empty.${side}`, { type: t(`lists.${list}`).toLocaleLowerCase() })}
    </EmptyState>
  );
}

/** The list has bookings, but none matches the filter. */
function NoMatches({ address }: { address: Address }) {
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

function LoadOlder({ older, pages }: { older: OlderBookings; pages: ReturnType<typeof pagesOf> | 'every' }) {
  const { t } = useTranslation(['schedule', 'ui']);
  if (pages === null || !older.hasMore(pages)) return null;
  return (
    <Stack align="center" gap={6}>
      {older.problem ? (
        <Text role="alert" size="sm" c="var(--danger)">
          {older.problem}
        </Text>
      ) : null}
      <Button variant="default" loading={older.loading} onClick={() => void older.more(pages)}>
        {t('ui:loadMore')}
      </Button>
    </Stack>
  );
}
