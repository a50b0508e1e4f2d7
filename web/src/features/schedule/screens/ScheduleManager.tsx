import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { Button, Skeleton, Stack, Tabs, TextInput } from '@mantine/core';
import { IconCalendarOff, IconSearch } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link, NavLink, useParams } from 'react-router-dom';
import { useGetBookingInfoQuery, useSession, type BookingData, type BookingsList, whole } from '@/api';
import { paths, schedulePath } from '@/app/paths';
import { Empty, Page, QueryStates } from '@/ui';
import { APPOINTMENT_LISTS, countsOf, inList, isAppointmentList, type AppointmentList, type Side } from '../bookings';
import { BookingDialog } from '../parts/BookingDialog';
import { BookingRow } from '../parts/BookingRow';
import classes from './ScheduleManager.module.css';

const BookingCalendar = lazy(() => import('../parts/BookingCalendar'));

type Tab = 'order_and_request' | Side | 'calendar';

/** /schedule_manager/{appointmentInfo}: every appointment, by list and side, and on the calendar. */
export default function ScheduleManager() {
  const { t } = useTranslation('schedule');
  const { appointmentInfo } = useParams();
  const list = isAppointmentList(appointmentInfo) ? appointmentInfo : 'upcoming_schedule';
  const query = useGetBookingInfoQuery(whole);
  return (
    <Page title={t('title')}>
      <QueryStates
        query={query}
        skeleton={
          <Stack gap="xs">
            <Skeleton height={36} />
            <Skeleton height={72} />
            <Skeleton height={72} />
          </Stack>
        }
      >
        {({ data }) => <Appointments list={list} bookings={data.bookings_list} />}
      </QueryStates>
    </Page>
  );
}

function Appointments({ list, bookings }: { list: AppointmentList; bookings: BookingsList }) {
  const { t } = useTranslation(['schedule', 'ui']);
  const { serviceProvider } = useSession();
  const [tab, setTab] = useState<Tab>('order_and_request');
  const [search, setSearch] = useState('');
  const [opened, setOpened] = useState<string | null>(null);
  const now = new Date();
  const all = [...bookings.order, ...bookings.request];
  const ofSide = tab === 'order' ? bookings.order : tab === 'request' ? bookings.request : all;
  const counts = countsOf(ofSide, now);
  const shown = inList(ofSide, list, search, now);
  const open = all.find((booking) => booking.order_id === opened) ?? null;
  return (
    <Stack gap="md">
      <Tabs value={tab} onChange={(value) => setTab((value ?? 'order_and_request') as Tab)}>
        <Tabs.List>
          <Tabs.Tab value="order_and_request">{t('tabs.order_and_request')}</Tabs.Tab>
          {serviceProvider ? <Tabs.Tab value="order">{t('tabs.order')}</Tabs.Tab> : null}
          <Tabs.Tab value="request">{t('tabs.request')}</Tabs.Tab>
          <Tabs.Tab value="calendar">{t('tabs.calendar')}</Tabs.Tab>
        </Tabs.List>
      </Tabs>
      {tab === 'calendar' ? (
        <Suspense fallback={<Skeleton height={650} />}>
          <BookingCalendar bookings={all} onOpen={setOpened} />
        </Suspense>
      ) : (
        <>
          <Lists list={list} counts={counts} />
          <TextInput
            aria-label={t('search')}
            placeholder={t('search')}
            leftSection={<IconSearch size={17} />}
            maw={360}
            value={search}
            onChange={(event) => setSearch(event.currentTarget.value)}
          />
          {shown.length === 0 ? (
            <Empty
              icon={IconCalendarOff}
              action={
                <Button component={Link} to={paths.feed} variant="light">
                  {t('emptyAction')}
                </Button>
              }
            >
              {t(`empty.${tab}`, { type: t(`lists.${list}`).toLocaleLowerCase() })}
            </Empty>
          ) : (
            <Rows bookings={shown} onOpen={setOpened} />
          )}
        </>
      )}
      {open ? (
        <BookingDialog booking={open} onClose={() => setOpened(null)} />
      ) : null}
    </Stack>
  );
}

/** The eight lists with their counts; the shown one is brought into sight where they do not all fit. */
function Lists({ list, counts }: { list: AppointmentList; counts: Record<AppointmentList, number> }) {
  const { t } = useTranslation('schedule');
  const bar = useRef<HTMLElement>(null);
  useEffect(() => {
    bar.current?.querySelector('[aria-current="page"]')?.scrollIntoView({ block: 'nearest', inline: 'center' });
  }, [list]);
  return (
    <nav className={classes.lists} aria-label={t('chooseList')} ref={bar}>
      {APPOINTMENT_LISTS.map((one) => (
        <NavLink key={one} to={schedulePath(one)} className={classes.list} replace>
          {t(`short.${one}`)} {counts[one] > 0 ? <span>{counts[one]}</span> : null}
        </NavLink>
      ))}
    </nav>
  );
}

function Rows({ bookings, onOpen }: { bookings: readonly BookingData[]; onOpen: (orderId: string) => void }) {
  return (
    <ul className={classes.rows}>
      {bookings.map((booking) => (
        <li key={booking.order_id}>
          <BookingRow booking={booking} onOpen={() => onOpen(booking.order_id)} />
        </li>
      ))}
    </ul>
  );
}
