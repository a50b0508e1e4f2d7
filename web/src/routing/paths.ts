import { generatePath } from 'react-router-dom';

/** All paths of the app. Fill in parameters with `generatePath(paths.provider, {...})`. */
export const paths = {
  start: '/',
  home: '/home',
  mobileHome: '/mobile_home',
  provider: '/p/:providerUsername',
  myAccount: '/my_account',
  accountBasicInfo: '/account_basic_info',
  myProfile: '/my_profile',
  myServices: '/my_services',
  myRatings: '/my_ratings',
  clients: '/clients',
  client: '/clients/:clientId',
  importClients: '/clients/import',
  clientOfOrder: '/clients/order/:orderId',
  figures: '/figures',
  reminders: '/reminders',
  myPosts: '/my_posts',
  alerts: '/alerts',
  myBookmarks: '/my_bookmarks',
  myCircle: '/my_circle',
  myTrustedBrands: '/my_trusted_brands',
  mySettings: '/my_settings',
  blockedAccounts: '/blocked_accounts',
  devicesAndLogins: '/devices_and_logins',
  security: '/security',
  mailAddress: '/change_mail_address',
  deleteAccount: '/delete_account',
  starterPreferences: '/starter_preferences',
  message: '/message',
  signOut: '/sign_out',
  changePassword: '/change_password',
  scheduleManager: '/schedule_manager/:appointmentInfo',
  guestOrder: '/guest_client/schedule_manager/:appointmentInfo/:orderId',
  search: '/search',
  feed: '/feed',
  post: '/post/:postId',
  signIn: '/sign_in',
  signUp: '/sign_up',
  forgotPassword: '/forgot_password',
  resetPassword: '/reset_password/:tokenId',
  confirmAccount: '/confirm_account/:tokenId',
  confirmMailChange: '/confirm_mail_change/:tokenId',
  onboardUsername: '/onboard_username',
  onboardServiceProvider: '/onboard_service_provider',
  appointmentBookingSettings: '/appointment_booking_settings',
  appointmentFinanceSettings: '/appointment_finance_settings',
  unsubscribe: '/unsubscribe',
  userRequest: '/user_request',
  privacyPolicy: '/privacy_policy',
  staff: '/staff',
  /** Only in debug builds of the app. */
  developer: '/developer',
} as const;

/** Other addresses of pages, which lead to them. */
export const otherPaths: Readonly<Record<string, string>> = {
  '/signin': paths.signIn,
  '/account': paths.myAccount,
  '/schedule_manager': '/schedule_manager/today',
};

/** The visible values of /schedule_manager's parameter (product.md 4.16). */
export const appointmentInfos = [
  'today',
  'pending_requests',
  'upcoming_schedule',
  'ongoing_appointments',
  'overdue_appointments',
  'pending_review',
  'completed_requests',
  'cancelled_requests',
  'rejected_requests',
  'appointment_booking_settings',
] as const;

export type AppointmentInfo = (typeof appointmentInfos)[number];

export const isAppointmentInfo = (value: string | undefined): value is AppointmentInfo => appointmentInfos.some((known) => known === value);

/** The addresses that are pages: a segment that begins with ':' stands for any text, and '*' for whatever follows. */
export function pagePatterns(): string[] {
  const { scheduleManager, staff, ...others } = paths;
  return [
    ...Object.values(others).filter((path) => path !== paths.developer),
    ...Object.keys(otherPaths),
    ...appointmentInfos.map((appointmentInfo) => generatePath(scheduleManager, { appointmentInfo })),
    staff,
    `${staff}/*`,
  ];
}

/** The tabs of the schedule: both sides, received orders, sent requests, or the calendar. */
export const scheduleTabs = ['order_and_request', 'order', 'request', 'calendar'] as const;
export type ScheduleTab = (typeof scheduleTabs)[number];

export const schedulePath = (appointmentInfo: AppointmentInfo, tab?: ScheduleTab) =>
  generatePath(paths.scheduleManager, { appointmentInfo }) + (tab ? `?tab=${tab}` : '');

/** The schedule with a booking's dialog open. */
export const bookingPath = (appointmentInfo: AppointmentInfo, orderId: string) =>
  `${schedulePath(appointmentInfo)}?dialog=booking&booking=${encodeURIComponent(orderId)}`;

/** The page of one of a provider's clients. */
export const clientPath = (clientId: string) => generatePath(paths.client, { clientId });

/** Leads to the client of a booking. */
export const clientOfOrderPath = (orderId: string) => generatePath(paths.clientOfOrder, { orderId });

/** The conversation with an account. */
export const conversationWith = (ownerId: string) => `${paths.message}?with=${encodeURIComponent(ownerId)}`;

export const postPath = (postId: string) => generatePath(paths.post, { postId });

export const providerPath = (providerUsername: string) => generatePath(paths.provider, { providerUsername });

/** The search parameters that name a post to book or view; they survive signing in (product.md 2.1). '' for none. */
export function postSearch(params: URLSearchParams): string {
  const carried = ['activeBookingPostId', 'autoView', 'autoActivePost', 'comment'].flatMap((name) => {
    const value = params.get(name);
    return value ? [[name, value]] : [];
  });
  return carried.length ? `?${new URLSearchParams(carried)}` : '';
}
