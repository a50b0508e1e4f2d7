import type { AccountData, AppointmentInfo } from '@/api';
import { paths } from '@/routing';

export const nextSteps = ['service', 'hours', 'skills', 'picture'] as const;
export type NextStep = (typeof nextSteps)[number];

/** Where each step is taken. */
export const stepLinks: Readonly<Record<NextStep, string>> = {
  service: `${paths.myServices}?dialog=service_create`,
  hours: paths.appointmentBookingSettings,
  skills: `${paths.myAccount}?dialog=skills`,
  picture: `${paths.myAccount}?dialog=avatar`,
};

const WEEKDAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const;

/** Whether the hours are still those that every provider begins with: nobody has changed a day. */
export function areDefaultHours(hours: AppointmentInfo): boolean {
  return WEEKDAYS.every(
    (day) =>
      hours[`${day}_window_status`] === (day === 'sunday' ? 'closed' : 'open') &&
      hours[`${day}_window_type`] === 'quota' &&
      hours[`${day}_quota_start_time`] === '09:00' &&
      hours[`${day}_quota_end_time`] === '17:00' &&
      hours[`${day}_quota_time_off`].length === 0 &&
      hours[`${day}_quota_duration`] === '30' &&
      hours[`${day}_quota_buffer`] === '10',
  );
}

interface KnownOfPage {
  account: AccountData;
  /** How many services can be booked; undefined while that is not known. */
  services: number | undefined;
  hours: AppointmentInfo | undefined;
  /** The owner has looked at the hours and found the first ones right. */
  hoursSeen: boolean;
}

/** What has been done of the steps that make a page better. */
export function completedSteps({ account, services, hours, hoursSeen }: KnownOfPage): Set<NextStep> {
  const done: Record<NextStep, boolean> = {
    service: (services ?? 0) > 0,
    hours: hoursSeen || (hours !== undefined && !areDefaultHours(hours)),
    skills: account.skills !== '' && account.skills !== '[]',
    picture: account.media_name !== 'none',
  };
  return new Set(nextSteps.filter((step) => done[step]));
}

const seenKey = (ownerId: string) => `hours_seen:${ownerId}`;

/** That the owner went to look at the hours is remembered on this device: first hours that fit need no change. */
export const wereHoursVisited = (ownerId: string) => localStorage.getItem(seenKey(ownerId)) !== null;
export const markHoursVisited = (ownerId: string) => localStorage.setItem(seenKey(ownerId), 'true');
