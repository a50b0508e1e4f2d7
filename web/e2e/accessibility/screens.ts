import { toTimes } from '../bookable';
import { ownerIdOf } from '../bookings';
import { answered, fill, oneAfterAnother, press } from './opening-steps';
import { providerParts } from './provider-screens';
import { ledByReminder } from './reminder-screens';
import { providerPage, type Part, type Screen } from './screen';
import { cancelling, contesting, offerToInstall, toRequest, toSecondStep, toVisit, visited, withFactors } from './screen-states';

const publicScreens: Screen[] = [
  { name: 'home', at: '/home' },
  { name: 'home on phones', at: '/mobile_home' },
  { name: 'feed', at: '/feed' },
  { name: 'feed of a tag, empty', isVariant: true, at: '/feed?tag=nobodywritesthis' },
  { name: 'menu of a guest on phones', at: '/feed', open: press('button', 'Menu') },
  { name: 'post', at: ({ post }) => `/post/${post}` },
  { name: 'post that is gone', at: '/post/no-such-post' },
  { name: 'post in full', at: ({ post }) => `/feed?autoView=true&autoActivePost=${post}` },
  { name: 'comments of a post', isVariant: true, at: ({ post }) => `/feed?autoView=post_comment&autoActivePost=${post}` },
  { name: 'sharing a post', at: ({ post }) => `/feed?dialog=share_post&post=${post}` },
  { name: 'privacy policy', at: '/privacy_policy' },
  { name: 'user request of a guest', at: '/user_request' },
  { name: 'user request of a guest, refused', at: '/user_request', open: press('button', 'Send') },
  { name: 'unknown address', at: '/no/such/page' },
];

const searchScreens: Screen[] = [
  { name: 'search', at: '/search' },
  { name: 'search that finds nobody', at: '/search?q=qqqq%20xyzzy' },
  { name: 'search narrowed', isVariant: true, at: '/search?q=nadia&category=wellness&cost_most=90' },
  ...['Industry', 'Available on', 'Price'].map((filter) => ({
    name: `search filter ${filter}`,
    at: '/search',
    open: press('button', filter),
  })),
  { name: 'provider', at: providerPage },
  ...['Reviews', 'Posts', 'Info'].map((tab) => ({ name: `provider: ${tab}`, at: providerPage, open: press('tab', tab) })),
  { name: 'provider who offers nothing yet', at: ({ named }) => `/p/${named.username}` },
  { name: 'provider whom nobody knows', at: '/p/nobody_of_this_name' },
  { name: 'booking: times', at: providerPage, open: (page) => toTimes(page, [/Back relief plan/], 'Remote') },
  { name: 'booking: request', at: providerPage, open: toRequest },
  { name: 'booking: a visit and its questions, refused', at: providerPage, open: toVisit },
  { name: 'sharing a provider', isVariant: true, at: (world) => `${providerPage(world)}?dialog=share` },
  { name: 'booking over the feed', at: ({ provider }) => `/feed?dialog=book&provider=${ownerIdOf(provider)}` },
];

const sessionScreens: Screen[] = [
  { name: 'sign in', at: '/sign_in' },
  { name: 'sign in, refused', at: '/sign_in', open: (page) => page.getByRole('main').getByRole('button', { name: 'Sign in' }).click() },
  { name: 'second step of signing in', at: '/sign_in', open: toSecondStep },
  {
    name: 'second step of signing in, refused',
    isVariant: true,
    at: '/sign_in',
    open: oneAfterAnother(toSecondStep, press('button', 'Sign in')),
  },
  { name: 'sign up', at: '/sign_up' },
  { name: 'forgotten password', at: '/forgot_password' },
  { name: 'new password', at: '/reset_password/a-token' },
  { name: 'confirmation of a mail address', at: '/confirm_mail_change/a-token' },
  { name: 'confirmation of the address', isVariant: true, at: '/confirm_account/a-token' },
  { name: 'confirmation that fails', at: '/confirm_account/a-token', open: press('button', 'Confirm my address'), keepsWords: true },
  { name: 'unsubscribe', at: '/unsubscribe?token=a-token.appointments' },
  { name: 'order of a guest', at: ({ guestOrder }) => guestOrder },
  { name: 'ending the link of a guest', at: ({ guestOrder }) => guestOrder, open: press('button', 'End this link') },
  { name: 'data of a guest', at: ({ guestOrder }) => `${guestOrder}&data=a-key` },
  { name: 'erasing the data of a guest', at: ({ guestOrder }) => `${guestOrder}&data=a-key`, open: press('button', 'Erase my data') },
  { name: 'order of a guest whose link is worn out', isVariant: true, at: '/guest_client/schedule_manager/pending_requests/no-such-order' },
];

const emptyScreens: Screen[] = [
  { name: 'alerts, none', at: '/alerts' },
  { name: 'messages, none', at: '/message' },
  { name: 'bookmarks, none', at: '/my_bookmarks' },
  { name: 'circle, empty', at: '/my_circle' },
  { name: 'trusted brands, none', at: '/my_trusted_brands' },
  { name: 'blocked accounts, none', at: '/blocked_accounts' },
  { name: 'schedule, empty', at: '/schedule_manager/pending_requests' },
  { name: 'calendar, empty', at: '/schedule_manager/upcoming_schedule?tab=calendar' },
  { name: 'services of a client', at: '/my_services' },
  { name: 'posts of a client', at: '/my_posts' },
  { name: 'ratings, none', at: '/my_ratings' },
  { name: 'create post, for clients', at: '/feed?dialog=create_post' },
];

const typeCode = press('button', 'Type the code');
const wrongCode = oneAfterAnother(typeCode, fill({ 'Code of six digits': '000000' }), press('button', 'Confirm'));

const unconfirmedScreens: Screen[] = [
  { name: 'notice of an address that is not confirmed', at: '/my_bookmarks' },
  { name: 'code of the mail address', at: '/my_bookmarks', open: typeCode },
  { name: 'code of the mail address, wrong', at: '/my_bookmarks', open: wrongCode, keepsWords: true },
  { name: 'setting up an authenticator app', at: '/security', open: press('button', 'Set up') },
];

const newcomerScreens: Screen[] = [
  { name: 'username', at: '/onboard_username' },
  { name: 'starter preferences', at: '/starter_preferences' },
  { name: 'change of the password', at: '/change_password' },
  {
    name: 'change of the password, refused',
    at: '/change_password',
    open: (page) => page.getByRole('main').getByRole('button').last().click(),
  },
  { name: 'deletion of the account', at: '/delete_account' },
  { name: 'profile', at: '/my_profile' },
  { name: 'basic information', at: '/account_basic_info' },
];

const clientScreens: Screen[] = [
  { name: 'alerts', at: '/alerts' },
  { name: 'messages', at: '/message' },
  { name: 'conversation', at: ({ conversation }) => `/message?conversation=${conversation}` },
  {
    name: 'options of a message',
    at: ({ conversation }) => `/message?conversation=${conversation}`,
    open: press('button', 'Options for this message'),
  },
  { name: 'bookmarks', at: '/my_bookmarks' },
  { name: 'circle', at: '/my_circle' },
  { name: 'managing one of the circle', at: ({ provider }) => `/my_circle?dialog=manage_circle&provider=${ownerIdOf(provider)}` },
  { name: 'leaving the circle', at: providerPage, open: press('button', 'Remove from circle') },
  { name: 'options for a provider', at: providerPage, open: press('button', /^Options for/) },
  { name: 'reporting a provider', at: providerPage, open: oneAfterAnother(press('button', /^Options for/), press('menuitem', 'Report')) },
  { name: 'blocked accounts', at: '/blocked_accounts' },
  { name: 'devices and logins', at: '/devices_and_logins' },
  { name: 'second factor', at: '/security' },
  { name: 'second factor, all set up', at: '/security', open: withFactors },
  { name: 'removing a factor', at: '/security', open: oneAfterAnother(withFactors, press('button', /^Remove: /)) },
  { name: 'recovery codes', at: '/security', open: oneAfterAnother(withFactors, press('button', 'New codes')) },
  { name: 'change of the mail address', at: '/change_mail_address' },
  {
    name: 'showing who one is',
    at: '/change_mail_address',
    open: oneAfterAnother(
      answered('request_mail_change', null, { iv_step_up: 'Please confirm that it is you.' }),
      fill({ 'New address': 'ivo@example.net' }),
      press('button', 'Send the links'),
    ),
  },
  { name: 'reposting', at: ({ post }) => `/feed?autoView=post_repost&autoActivePost=${post}` },
  { name: 'comments', at: ({ post }) => `/feed?autoView=post_comment&autoActivePost=${post}` },
  { name: 'reporting a post', at: ({ post }) => `/feed?dialog=report_post&post=${post}` },
  { name: 'reporting a post: concerns', at: ({ post }) => `/feed?dialog=report_post&post=${post}`, open: press('button', 'Continue') },
];

const ownScreens: Screen[] = [
  { name: 'settings of a client', at: '/my_settings' },
  { name: 'user request', at: '/user_request' },
  { name: 'appointments of a client', at: '/schedule_manager/pending_requests' },
  { name: 'appointment of a client', at: ({ accepted }) => `/schedule_manager/upcoming_schedule?dialog=booking&booking=${accepted}` },
  {
    name: 'proposing another time',
    at: ({ accepted }) => `/schedule_manager/upcoming_schedule?dialog=booking&booking=${accepted}`,
    open: press('button', 'Propose another time'),
  },
  ledByReminder,
  {
    name: 'cancelling late',
    at: ({ accepted }) => `/schedule_manager/upcoming_schedule?dialog=booking&booking=${accepted}`,
    open: (page) => cancelling(page, 'allowed'),
  },
  {
    name: 'cancelling, refused',
    isVariant: true,
    at: ({ accepted }) => `/schedule_manager/upcoming_schedule?dialog=booking&booking=${accepted}`,
    open: (page) => cancelling(page, 'refused'),
  },
  {
    name: 'contesting a no-show',
    at: ({ accepted }) => `/schedule_manager/upcoming_schedule?dialog=booking&booking=${accepted}`,
    open: contesting,
  },
  {
    name: 'a visit and its answers',
    at: ({ accepted }) => `/schedule_manager/upcoming_schedule?dialog=booking&booking=${accepted}`,
    open: visited,
  },
  {
    name: 'another address for a visit',
    isVariant: true,
    at: ({ accepted }) => `/schedule_manager/upcoming_schedule?dialog=booking&booking=${accepted}`,
    open: oneAfterAnother(visited, press('button', 'Change place or link')),
  },
  { name: 'picture', at: '/my_settings?dialog=avatar' },
  { name: 'offer to install', at: '/my_bookmarks', open: offerToInstall },
  { name: 'menu on phones', at: '/my_settings', open: press('button', /^Menu(, |$)/) },
  { name: 'schedule menu on phones', at: '/my_settings', open: press('button', 'Calendar') },
  { name: 'alerts without a connection', at: '/alerts', open: (page) => page.context().setOffline(true) },
];

const staffScreens: Screen[] = [
  { name: 'reports', at: '/staff/reports' },
  { name: 'reason to look at a report', at: ({ report }) => `/staff/reports/${report}` },
  { name: 'report', at: ({ report }) => `/staff/reports/${report}?reason=report` },
  { name: 'requests', at: '/staff/requests' },
  { name: 'request', at: ({ userRequest }) => `/staff/requests/${userRequest}` },
  { name: 'accounts', at: '/staff/accounts?reason=check' },
  { name: 'reason to look at an account', at: ({ provider }) => `/staff/accounts/${ownerIdOf(provider)}` },
  { name: 'account', at: ({ provider }) => `/staff/accounts/${ownerIdOf(provider)}?reason=check` },
  {
    name: 'verification',
    at: ({ provider }) => `/staff/accounts/${ownerIdOf(provider)}?reason=check&dialog=verification`,
    keepsWords: true,
  },
  { name: 'log', at: '/staff/log' },
  { name: 'mails', at: '/staff/mails' },
];

/** Every screen, dialog, sheet and menu, with their states. Those of one part are walked one after another on one page. */
export const parts: readonly Part[] = [
  { name: 'public pages', viewer: 'guest', screens: publicScreens },
  { name: 'search and providers', viewer: 'guest', screens: searchScreens },
  { name: 'what a client sees of others', viewer: 'client', screens: clientScreens },
  { name: 'own pages of a client', viewer: 'client', screens: ownScreens },
  ...providerParts,
  { name: 'empty pages', viewer: 'newcomer', screens: emptyScreens },
  { name: 'address that is not confirmed', viewer: 'unconfirmed', screens: unconfirmedScreens },
  { name: 'first steps of an account', viewer: 'newcomer', screens: newcomerScreens },
  { name: 'signing in, and links of mails', viewer: 'guest', screens: sessionScreens },
  { name: 'staff console', viewer: 'staff', screens: staffScreens },
  { name: 'second step of onboarding', viewer: 'named', screens: [{ name: 'onboarding', at: '/onboard_service_provider' }] },
];

/** The screens that ask the server for what they show, for the states of loading and of failing. */
export const asking: readonly Part[] = [
  {
    name: 'public pages',
    viewer: 'guest',
    screens: [
      '/home',
      '/feed',
      '/search',
      '/post/a-post',
      '/p/somebody',
      '/feed?autoView=true&autoActivePost=a-post',
      '/feed?dialog=book&provider=somebody',
    ].map((at) => ({ name: at, at })),
  },
  {
    name: 'pages of a client',
    viewer: 'client',
    screens: [
      '/alerts',
      '/message',
      '/message?conversation=one',
      '/my_bookmarks',
      '/my_circle',
      '/my_trusted_brands',
      '/blocked_accounts',
      '/devices_and_logins',
      '/security',
      '/change_mail_address',
      '/my_settings',
      '/user_request',
      '/schedule_manager/pending_requests',
    ].map((at) => ({ name: at, at })),
  },
  {
    name: 'pages of a provider',
    viewer: 'provider',
    screens: [
      '/my_account',
      '/my_services',
      '/my_posts',
      '/my_ratings',
      '/clients',
      '/clients/one',
      '/figures',
      '/reminders',
      '/appointment_booking_settings',
      '/appointment_finance_settings',
      '/schedule_manager/today',
      '/schedule_manager/upcoming_schedule?tab=calendar',
      '/feed?dialog=edit_post&post=one',
    ].map((at) => ({ name: at, at })),
  },
  {
    name: 'staff console',
    viewer: 'staff',
    screens: [
      '/staff/reports',
      '/staff/reports/one?reason=report',
      '/staff/requests',
      '/staff/accounts?reason=check',
      '/staff/accounts/one?reason=check',
      '/staff/log',
      '/staff/mails',
    ].map((at) => ({ name: at, at })),
  },
];
