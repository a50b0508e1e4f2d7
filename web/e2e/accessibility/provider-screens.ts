import { choose, fill, oneAfterAnother, press } from './opening-steps';
import { reminderScreens } from './reminder-screens';
import { providerPage, type Part, type Screen } from './screen';
import {
  ofClient,
  refusedBlock,
  removingAFile,
  toBlocking,
  toView,
  warnedBooking,
  withBookedTime,
  withoutClients,
  withoutFigures,
  withPreviewedClients,
  withRefusedFile,
} from './screen-states';
import type { World } from './world';

const pageScreens: Screen[] = [
  { name: 'own page', at: '/my_account' },
  { name: 'own page as others see it', isVariant: true, at: providerPage },
  ...['profile', 'skills', 'perks'].map((dialog) => ({ name: `editing ${dialog}`, at: `/my_account?dialog=${dialog}` })),
  { name: 'sharing the own page', isVariant: true, at: '/my_account?dialog=share_page' },
  { name: 'brand name', at: '/my_account?dialog=username' },
];

const figureScreens: Screen[] = [
  { name: 'clients', at: '/clients' },
  { name: 'clients, none found', isVariant: true, at: '/clients?q=qqqqxyzzy' },
  { name: 'clients, none', at: '/clients', open: withoutClients },
  { name: 'client', at: ({ accepted }) => `/clients/order/${accepted}`, open: ofClient },
  { name: 'client who is a guest', isVariant: true, at: ({ ofGuest }) => `/clients/order/${ofGuest}`, open: ofClient },
  { name: 'client of nobody', at: '/clients/nobody' },
  {
    name: 'removing a file of a client',
    at: ({ accepted }) => `/clients/order/${accepted}`,
    open: oneAfterAnother(ofClient, removingAFile),
  },
  { name: 'import of clients', at: '/clients/import' },
  { name: 'import of clients, previewed', at: '/clients/import', open: withPreviewedClients },
  { name: 'import of clients, file refused', at: '/clients/import', open: withRefusedFile, keepsWords: true },
  {
    name: 'import of clients, done',
    isVariant: true,
    at: '/clients/import',
    open: oneAfterAnother(withPreviewedClients, press('button', 'Import')),
  },
  { name: 'figures', at: '/figures?range=quarter' },
  { name: 'figures of own dates', isVariant: true, at: '/figures?range=own&from=2026-02-01&to=2026-01-01' },
  ...reminderScreens,
  { name: 'figures, none', at: '/figures', open: withoutFigures },
];

const serviceScreens: Screen[] = [
  { name: 'services', at: '/my_services' },
  { name: 'menu of a service', at: '/my_services', open: press('button', /^Actions for/) },
  { name: 'new service', at: '/my_services?dialog=service_create' },
  { name: 'booking rules of a new service', at: '/my_services?dialog=service_create', open: press('button', 'Booking rules') },
  {
    name: 'terms for cancelling a new service',
    at: '/my_services?dialog=service_create',
    open: oneAfterAnother(press('button', 'Booking rules'), choose('Cancelling is free until', '24 hours before')),
  },
  {
    name: 'a visit with a question, refused',
    at: '/my_services?dialog=service_create',
    open: oneAfterAnother(
      (page) => page.getByRole('switch', { name: 'At the client’s address' }).click(),
      press('button', 'Add a question'),
      choose('Answered by', 'One of several options'),
      press('button', 'Save service'),
    ),
  },
  { name: 'new service, refused', at: '/my_services?dialog=service_create', open: press('button', 'Save service') },
  ...['update', 'archive', 'delete'].map((action) => ({
    name: `service: ${action}`,
    at: ({ service }: World) => `/my_services?dialog=service_${action}&service=${service}`,
    isVariant: action === 'archive',
  })),
  { name: 'requests', at: '/schedule_manager/pending_requests' },
  { name: 'request', at: ({ pending }) => `/schedule_manager/pending_requests?dialog=booking&booking=${pending}` },
  {
    name: 'request, refused',
    at: ({ pending }) => `/schedule_manager/pending_requests?dialog=booking&booking=${pending}`,
    open: press('button', 'Submit response'),
  },
  {
    name: 'request of a guest',
    isVariant: true,
    at: ({ ofGuest }) => `/schedule_manager/pending_requests?dialog=booking&booking=${ofGuest}`,
  },
];

const composingScreens: Screen[] = [
  { name: 'own posts', at: '/my_posts' },
  { name: 'drafts', at: '/my_posts?status=draft' },
  { name: 'managing a post', at: ({ post }) => `/my_posts?dialog=manage_post&post=${post}` },
  { name: 'editing a post', at: ({ draft }) => `/my_posts?dialog=edit_post&post=${draft}` },
  { name: 'writing a post', at: '/feed?dialog=create_post' },
  { name: 'writing a post, refused', at: '/feed?dialog=create_post', open: press('button', 'Next') },
  { name: 'pictures of a post', at: '/feed?dialog=create_post&edit=pictures' },
  { name: 'settings of a provider', at: '/my_settings' },
  { name: 'finance settings', at: '/appointment_finance_settings' },
  { name: 'alerts of a provider', isVariant: true, at: '/alerts' },
];

const scheduleScreens: Screen[] = [
  { name: 'upcoming schedule', at: '/schedule_manager/upcoming_schedule' },
  { name: 'day of a provider', at: '/schedule_manager/today' },
  { name: 'entering an appointment', at: '/schedule_manager/today?dialog=enter' },
  { name: 'entering an appointment, over the own rules', at: '/schedule_manager/today?dialog=enter', open: warnedBooking },
  { name: 'blocking time', at: '/schedule_manager/today?dialog=enter', open: toBlocking },
  { name: 'blocking time, refused', at: '/schedule_manager/today?dialog=enter', open: refusedBlock },
  { name: 'moving an appointment', at: ({ accepted }) => `/schedule_manager/today?dialog=move&at=${accepted}` },
  { name: 'moving an appointment that is gone', isVariant: true, at: '/schedule_manager/today?dialog=move&at=gone' },
  { name: 'blocked time that is gone', at: '/schedule_manager/today?dialog=blocked_time&at=gone' },
  { name: 'a day that is over', isVariant: true, at: '/schedule_manager/today?day=2026-01-05' },
  { name: 'booking over the day', at: ({ accepted }) => `/schedule_manager/today?dialog=booking&booking=${accepted}` },
  { name: 'calendar: list by day on phones', at: '/schedule_manager/upcoming_schedule?tab=calendar' },
  ...['Month', 'Week', 'Day', 'List'].map((view) => ({
    name: `calendar: ${view}`,
    at: '/schedule_manager/upcoming_schedule?tab=calendar',
    open: toView(view),
    isVariant: view !== 'Month',
    // A week on a phone leaves two sessions at the same time 22 px each; the list beside it has them in rows (2.5.8, equivalent).
    without: view === 'Week' ? ['target-size'] : [],
  })),
  ...[
    'ongoing_appointments',
    'overdue_appointments',
    'pending_review',
    'completed_requests',
    'cancelled_requests',
    'rejected_requests',
  ].map((list) => ({ name: list, at: `/schedule_manager/${list}`, isVariant: list !== 'overdue_appointments' })),
];

const hourScreens: Screen[] = [
  { name: 'business hours', at: '/appointment_booking_settings' },
  { name: 'business hours under their other address', isVariant: true, at: '/schedule_manager/appointment_booking_settings' },
  {
    name: 'a pause, asked for',
    at: '/appointment_booking_settings',
    open: (page) => page.getByRole('switch', { name: 'I am away' }).click(),
  },
  { name: 'a new place', at: '/appointment_booking_settings', open: press('button', 'Add a place') },
  {
    name: 'an area without its middle',
    at: '/appointment_booking_settings',
    open: oneAfterAnother(fill({ 'Radius in km': '20' }), press('button', 'Save the area')),
    keepsWords: true,
  },
  {
    name: 'a meeting server for remote sessions',
    at: '/appointment_booking_settings',
    open: oneAfterAnother(press('combobox', 'How they get their link'), press('option', 'A room of its own for each appointment')),
  },
  {
    name: 'another place for an appointment',
    at: ({ accepted }) => `/schedule_manager/upcoming_schedule?dialog=booking&booking=${accepted}`,
    open: press('button', 'Change place or link'),
  },
  { name: 'copying hours', at: '/appointment_booking_settings', open: press('button', /^Copy to other days/) },
  { name: 'a special day', at: '/appointment_booking_settings', open: press('button', 'Add days') },
  {
    name: 'booked time that closes',
    at: '/appointment_booking_settings',
    open: oneAfterAnother(withBookedTime, press('button', 'Save business hours')),
  },
  {
    name: 'clients who could not be asked',
    at: '/appointment_booking_settings',
    open: oneAfterAnother(withBookedTime, press('button', 'Save business hours'), press('button', /^Save and ask/)),
  },
];

/** Every screen of a provider's own, with its dialogs and states. */
export const providerParts: readonly Part[] = [
  { name: 'page of a provider', viewer: 'provider', screens: pageScreens },
  { name: 'clients and figures of a provider', viewer: 'provider', screens: figureScreens },
  { name: 'services and requests of a provider', viewer: 'provider', screens: serviceScreens },
  { name: 'posts and settings of a provider', viewer: 'provider', screens: composingScreens },
  { name: 'schedule of a provider', viewer: 'provider', screens: scheduleScreens },
  { name: 'hours and places of a provider', viewer: 'provider', screens: hourScreens },
];
