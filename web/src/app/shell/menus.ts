import {
  IconBan,
  IconBookmark,
  IconCalendarCheck,
  IconCalendarClock,
  IconCalendarEvent,
  IconCircleCheck,
  IconChartBar,
  IconClockHour4,
  IconCoin,
  IconFileText,
  IconHeart,
  IconHelpCircle,
  IconHistory,
  IconHome,
  IconHourglass,
  IconInbox,
  IconLayoutGrid,
  IconListDetails,
  IconMessageCircle,
  IconSearch,
  IconSend,
  IconSettings,
  IconShieldCheck,
  IconStar,
  IconUser,
  IconUsers,
  IconX,
  type Icon,
} from '@tabler/icons-react';
import type { TextKey } from '@/i18n/resources';
import type { AppointmentList, SessionData, Side } from '@/api';
import { landingPath, paths, schedulePath } from '@/routing';
import type { AccountCounts } from './use-account-counts';

export interface MenuLink {
  label: TextKey<'shell'>;
  to: string;
  icon: Icon;
  count?: number;
}

/** Links that replace the menu's own links, with a way back (product.md 2.2). */
export interface Submenu {
  label: TextKey<'shell'>;
  icon: Icon;
  links: MenuLink[];
}

const listIcons: Readonly<Record<AppointmentList, Icon>> = {
  pending_requests: IconHourglass,
  upcoming_schedule: IconCalendarEvent,
  ongoing_appointments: IconClockHour4,
  overdue_appointments: IconCalendarClock,
  pending_review: IconStar,
  completed_requests: IconCircleCheck,
  cancelled_requests: IconX,
  rejected_requests: IconBan,
};

const listLink =
  ({ counts }: AccountCounts) =>
  (list: AppointmentList): MenuLink => ({ label: list, to: schedulePath(list), icon: listIcons[list], count: counts.both[list] });

/** The day, on which a provider's schedule opens (product.md 4.19). */
export function dayMenu({ serviceProvider }: SessionData): MenuLink[] {
  return serviceProvider ? [{ label: 'today', to: schedulePath('today'), icon: IconCalendarEvent }] : [];
}

export function scheduleMenu(facts: AccountCounts): MenuLink[] {
  return (['pending_requests', 'upcoming_schedule', 'ongoing_appointments'] as const).map(listLink(facts));
}

/** The rest of the schedule, which small screens list under Calendar. */
export function wholeScheduleMenu(facts: AccountCounts): MenuLink[] {
  const rest = (['overdue_appointments', 'pending_review'] as const).map(listLink(facts));
  return [...scheduleMenu(facts), ...rest, ...historyMenu(facts)];
}

function historyMenu(facts: AccountCounts): MenuLink[] {
  return (['completed_requests', 'cancelled_requests', 'rejected_requests'] as const).map(listLink(facts));
}

/** The six filters for sent requests or received orders. */
function sideMenu({ counts }: AccountCounts, side: Side): MenuLink[] {
  const own = counts[side];
  const completed = own.pending_review > 0 ? 'pending_review' : 'completed_requests';
  const link = (label: MenuLink['label'], list: AppointmentList, count = own[list]): MenuLink => ({
    label,
    to: schedulePath(list, side),
    icon: listIcons[list],
    count,
  });
  return [
    link('filter.pending', 'pending_requests'),
    link('filter.accepted', 'upcoming_schedule'),
    { ...link('filter.completed', completed, own.pending_review + own.completed_requests), icon: IconCircleCheck },
    link('filter.overdue', 'overdue_appointments'),
    link('filter.rejected', 'rejected_requests'),
    link('filter.cancelled', 'cancelled_requests'),
  ];
}

export function scheduleSubmenus({ serviceProvider }: SessionData, facts: AccountCounts): Submenu[] {
  const requests: Submenu = { label: 'myRequests', icon: IconSend, links: sideMenu(facts, 'request') };
  if (!serviceProvider) return [requests];
  return [{ label: 'clientOrders', icon: IconInbox, links: sideMenu(facts, 'order') }, requests];
}

export function settingsMenu(): MenuLink[] {
  return [
    { label: 'bookingSettings', to: paths.appointmentBookingSettings, icon: IconCalendarCheck },
    { label: 'financeSettings', to: paths.appointmentFinanceSettings, icon: IconCoin },
  ];
}

export function informationMenu({ isAuthenticated }: SessionData): MenuLink[] {
  const policy: MenuLink = { label: 'privacyPolicy', to: paths.privacyPolicy, icon: IconFileText };
  return isAuthenticated ? [{ label: 'userRequest', to: paths.userRequest, icon: IconHelpCircle }, policy] : [policy];
}

/** An entry of the header's navigation that opens a menu. */
export interface HeaderMenu extends Submenu {
  submenus: Submenu[];
}

export const isMenu = (entry: MenuLink | HeaderMenu): entry is HeaderMenu => 'links' in entry;

/** The entries of the header's navigation, in their order. */
export function headerEntries(session: SessionData, facts: AccountCounts): (MenuLink | HeaderMenu)[] {
  const menu = (label: Submenu['label'], icon: Icon, links: MenuLink[], submenus: Submenu[] = []): HeaderMenu => ({
    label,
    icon,
    links,
    submenus,
  });
  const feed: MenuLink = { label: 'feed', to: paths.feed, icon: IconLayoutGrid };
  const search: MenuLink = { label: 'search', to: paths.search, icon: IconSearch };
  const information = menu('information', IconHelpCircle, informationMenu(session));
  if (!session.isAuthenticated) return [{ label: 'home', to: landingPath(), icon: IconHome }, feed, search, information];
  return [
    feed,
    search,
    menu('scheduleManager', IconCalendarEvent, [...dayMenu(session), ...scheduleMenu(facts)], scheduleSubmenus(session, facts)),
    ...(session.serviceProvider ? [menu('appointmentSettings', IconCalendarCheck, settingsMenu())] : []),
    menu('history', IconHistory, historyMenu(facts)),
    information,
  ];
}

/** Entries that the header has no room for, as one menu. */
export function moreMenu(entries: readonly (MenuLink | HeaderMenu)[]): { links: MenuLink[]; submenus: Submenu[] } {
  const menus = entries.filter(isMenu);
  return {
    links: entries.filter((entry) => !isMenu(entry)) as MenuLink[],
    submenus: menus.flatMap(({ submenus, ...own }) => [own, ...submenus]),
  };
}

const messagesLink = ({ unreadMessages }: AccountCounts): MenuLink => ({
  label: 'messages',
  to: paths.message,
  icon: IconMessageCircle,
  count: unreadMessages,
});

const accountPath = ({ serviceProvider }: SessionData) => (serviceProvider ? paths.myAccount : paths.myProfile);

/** The link to the staff console, for staff only. */
const staffMenu = ({ accountType }: SessionData): MenuLink[] =>
  accountType === 'staff' ? [{ label: 'staff', to: paths.staff, icon: IconInbox }] : [];

/** The user menu of the header. */
export function userMenu(session: SessionData, facts: AccountCounts): MenuLink[] {
  return [
    { label: 'myAccount', to: accountPath(session), icon: IconUser },
    messagesLink(facts),
    { label: 'circle', to: paths.myCircle, icon: IconHeart, count: facts.circle },
    { label: 'trustedProviders', to: paths.myTrustedBrands, icon: IconShieldCheck, count: facts.trusted },
    { label: 'bookmarks', to: paths.myBookmarks, icon: IconBookmark, count: facts.bookmarks },
    { label: 'settings', to: paths.mySettings, icon: IconSettings },
    ...staffMenu(session),
  ];
}

/** The sidebar of the account pages, and the Menu tab of small screens. */
export function accountMenu(session: SessionData, facts: AccountCounts): MenuLink[] {
  return [
    { label: session.serviceProvider ? 'accountProfile' : 'myProfile', to: accountPath(session), icon: IconUser },
    messagesLink(facts),
    { label: 'services', to: paths.myServices, icon: IconListDetails },
    ...(session.serviceProvider
      ? [
          { label: 'clients' as const, to: paths.clients, icon: IconUsers },
          { label: 'figures' as const, to: paths.figures, icon: IconChartBar },
        ]
      : []),
    { label: 'ratings', to: paths.myRatings, icon: IconStar },
    { label: 'myPosts', to: paths.myPosts, icon: IconLayoutGrid },
    { label: 'circle', to: paths.myCircle, icon: IconHeart, count: facts.circle },
    { label: 'trustedBrands', to: paths.myTrustedBrands, icon: IconShieldCheck, count: facts.trusted },
    { label: 'bookmarks', to: paths.myBookmarks, icon: IconBookmark, count: facts.bookmarks },
    { label: 'settingsAndPreferences', to: paths.mySettings, icon: IconSettings },
    ...staffMenu(session),
  ];
}
