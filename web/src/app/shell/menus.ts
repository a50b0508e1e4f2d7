import {
  IconBan,
  IconBookmark,
  IconCalendarCheck,
  IconCalendarClock,
  IconCalendarEvent,
  IconCircleCheck,
  IconClockHour4,
  IconCoin,
  IconFileText,
  IconHeart,
  IconHelpCircle,
  IconHourglass,
  IconLayoutGrid,
  IconListDetails,
  IconSettings,
  IconShieldCheck,
  IconStar,
  IconUser,
  IconX,
  type Icon,
} from '@tabler/icons-react';
import type { ParseKeys } from 'i18next';
import type { SessionData } from '@/api';
import { paths, schedulePath } from '../paths';
import type { AccountFacts } from './account-facts';

export interface MenuLink {
  label: ParseKeys<'shell'>;
  to: string;
  icon: Icon;
  count?: number;
}

export function scheduleMenu({ groups }: AccountFacts): MenuLink[] {
  return [
    { label: 'pending_requests', to: schedulePath('pending_requests'), icon: IconHourglass, count: groups.pending_requests.length },
    { label: 'upcoming_schedule', to: schedulePath('upcoming_schedule'), icon: IconCalendarEvent, count: groups.upcoming_schedule.length },
    { label: 'ongoing_appointments', to: schedulePath('ongoing_appointments'), icon: IconClockHour4, count: groups.ongoing_appointments.length },
  ];
}

/** The rest of the schedule, which small screens list under Calendar. */
export function wholeScheduleMenu(facts: AccountFacts): MenuLink[] {
  const { groups } = facts;
  return [
    ...scheduleMenu(facts),
    { label: 'overdue_appointments', to: schedulePath('overdue_appointments'), icon: IconCalendarClock, count: groups.overdue_appointments.length },
    { label: 'pending_review', to: schedulePath('pending_review'), icon: IconStar, count: groups.pending_review.length },
    ...historyMenu(facts),
  ];
}

export function historyMenu({ groups }: AccountFacts): MenuLink[] {
  return [
    { label: 'completed_requests', to: schedulePath('completed_requests'), icon: IconCircleCheck, count: groups.completed_requests.length },
    { label: 'cancelled_requests', to: schedulePath('cancelled_requests'), icon: IconX, count: groups.cancelled_requests.length },
    { label: 'rejected_requests', to: schedulePath('rejected_requests'), icon: IconBan, count: groups.rejected_requests.length },
  ];
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

export const accountPath = ({ serviceProvider }: SessionData) => (serviceProvider ? paths.myAccount : paths.myProfile);

/** The user menu of the header. */
export function userMenu(session: SessionData, facts: AccountFacts): MenuLink[] {
  return [
    { label: 'myAccount', to: accountPath(session), icon: IconUser },
    { label: 'circle', to: paths.myCircle, icon: IconHeart, count: facts.circle },
    { label: 'trustedProviders', to: paths.myTrustedBrands, icon: IconShieldCheck, count: facts.trusted },
    { label: 'bookmarks', to: paths.myBookmarks, icon: IconBookmark, count: facts.bookmarks },
    { label: 'settings', to: paths.mySettings, icon: IconSettings },
  ];
}

/** The sidebar of the account pages, and the Menu tab of small screens. */
export function accountMenu(session: SessionData, facts: AccountFacts): MenuLink[] {
  return [
    { label: session.serviceProvider ? 'accountProfile' : 'myProfile', to: accountPath(session), icon: IconUser },
    { label: 'services', to: paths.myServices, icon: IconListDetails },
    { label: 'ratings', to: paths.myRatings, icon: IconStar },
    { label: 'myPosts', to: paths.myPosts, icon: IconLayoutGrid },
    { label: 'circle', to: paths.myCircle, icon: IconHeart, count: facts.circle },
    { label: 'trustedBrands', to: paths.myTrustedBrands, icon: IconShieldCheck, count: facts.trusted },
    { label: 'bookmarks', to: paths.myBookmarks, icon: IconBookmark, count: facts.bookmarks },
    { label: 'settingsAndPreferences', to: paths.mySettings, icon: IconSettings },
  ];
}
