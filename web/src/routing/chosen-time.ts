import type { NextFreeTime } from '@/api';
import { tabStorage } from '@/platform/site-data';

/** A service and a time that is free for it, chosen before the booking opens (product.md 4.2). */
export interface ChosenTime {
  readonly serviceId: string;
  /** null where both modes are offered and none is asked for: the client still chooses. */
  readonly mode: 'in-person' | 'remote' | null;
  /** The slots that the service takes. */
  readonly slots: NextFreeTime['run'];
  /** The date of the first slot on the viewer's clock. */
  readonly day: string;
}

const keyOf = (providerId: string): string => `chosen_time:${providerId}`;

/** Lets the booking of this provider open at this time. */
export const chooseTime = (providerId: string, time: ChosenTime): void => tabStorage.setItem(keyOf(providerId), JSON.stringify(time));

/** The time at which the booking of this provider is to open; null: at none. */
export const chosenTime = (providerId: string): ChosenTime | null =>
  JSON.parse(tabStorage.getItem(keyOf(providerId)) ?? 'null') as ChosenTime | null;

/** The booking is open: the next one begins as usual. */
export const forgetChosenTime = (providerId: string): void => tabStorage.removeItem(keyOf(providerId));
