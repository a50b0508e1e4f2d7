import type { AccountData, AppointmentInfo } from '@/api';
import { deviceStorage } from '@/platform/site-data';
import { paths } from '@/routing';

export const nextSteps = ['service', 'hours', 'skills', 'picture'] as const;
export type NextStep = (typeof nextSteps)[number];

/** The page where each step is done. */
export const stepLinks: Readonly<Record<NextStep, string>> = {
  service: `${paths.myServices}?dialog=service_create`,
  hours: paths.appointmentBookingSettings,
  skills: `${paths.myAccount}?dialog=skills`,
  picture: `${paths.myAccount}?dialog=avatar`,
};

const WEEKDAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const;

/** Whether the hours are still the default hours of a new provider. */
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

interface PageState {
  account: AccountData;
  /** How many services can be booked; undefined while loading. */
  services: number | undefined;
  hours: AppointmentInfo | undefined;
  /** The owner has reviewed the default hours. */
  hoursSeen: boolean;
}

/** Which of the steps are done. */
export function completedSteps({ account, services, hours, hoursSeen }: PageState): Set<NextStep> {
  const done: Record<NextStep, boolean> = {
    service: (services ?? 0) > 0,
    hours: hoursSeen || (hours !== undefined && !areDefaultHours(hours)),
    skills: account.skills !== '' && account.skills !== '[]',
    picture: account.media_name !== 'none',
  };
  return new Set(nextSteps.filter((step) => done[step]));
}

const visitedKey = (ownerId: string) => `hours_seen:${ownerId}`;

/** This device remembers that the owner opened the hours page: default hours that fit need no change. */
export const wereHoursVisited = (ownerId: string) => deviceStorage.getItem(visitedKey(ownerId)) !== null;
export const markHoursVisited = (ownerId: string) => deviceStorage.setItem(visitedKey(ownerId), 'true');
