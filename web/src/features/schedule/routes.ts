import { openhoursApi, whole } from '@/api';
import { isAppointmentInfo, paths, schedulePath, type AppRoute } from '@/routing';

export const scheduleRoutes: readonly AppRoute[] = [
  {
    path: schedulePath('appointment_booking_settings'),
    access: 'provider',
    layout: 'account',
    texts: ['schedule', 'calendars', 'diary'],
    screen: () => import('./hours/screens/BusinessHours'),
  },
  {
    path: paths.appointmentBookingSettings,
    access: 'provider',
    layout: 'account',
    texts: ['schedule', 'calendars', 'diary'],
    screen: () => import('./hours/screens/BusinessHours'),
  },
  {
    path: schedulePath('today'),
    access: 'provider',
    elsewhere: schedulePath('upcoming_schedule'),
    layout: 'page',
    texts: ['schedule', 'booking', 'diary'],
    firstAnswers: (ask) => ask(openhoursApi.endpoints.getBookingInfo.initiate(whole)),
    screen: () => import('./day/screens/Day'),
  },
  {
    path: paths.scheduleManager,
    isPage: ({ appointmentInfo }) => isAppointmentInfo(appointmentInfo),
    access: 'account',
    layout: 'page',
    texts: ['schedule', 'booking', 'calendars', 'diary'],
    firstAnswers: (ask) => ask(openhoursApi.endpoints.getBookingInfo.initiate(whole)),
    screen: () => import('./lists/screens/ScheduleManager'),
  },
  {
    path: paths.guestOrder,
    access: 'unauthenticated',
    elsewhere: schedulePath('pending_review'),
    layout: 'bare',
    texts: ['schedule', 'booking'],
    screen: () => import('./responses/screens/GuestOrder'),
  },
];
