/** The chosen services, the chosen mode, and whether the chosen time is enough for them. */

import type { Priced } from '@/ui';
import { termsOfService, type CancellationTerms } from '@/ui/CancellationTerms';
import { kindOfTotal } from '@/ui/money';
import { type BookedSession, type BookingData, parseJsonList } from '@/api';

export type DeliveryMode = 'in-person' | 'remote';

/** A service as the booking screen offers it. `duration` in minutes, `cost` in units of `currency`. */
export interface OfferedService {
  readonly service_id: string;
  readonly service: string;
  readonly duration: number;
  readonly cost: number;
  readonly currency: string;
  readonly delivery_mode: string;
  /** The provider's words about it; may be empty. */
  readonly brief: string;
  readonly price_kind?: Priced['price_kind'];
  readonly confirmation?: 'request' | 'known' | 'instant';
  /** A JSON list of the places at which it is offered; empty or missing means at all of them. */
  readonly place_ids?: string;
  readonly taxes_included?: '' | 'yes' | 'no';
  /** null: no terms for cancelling. */
  readonly free_cancellation_hours?: number | null;
  readonly late_cancellation?: 'allowed' | 'refused';
  readonly cancellation_words?: string;
  /** Held at the client's address, where it is held in person. */
  readonly at_client?: boolean;
  /** A JSON list of what its clients are asked. */
  readonly questions?: string;
}

export interface Totals {
  readonly count: number;
  readonly minutes: number;
  readonly cost: number;
  /** What the cost means: the least, where one of the services costs 'from' so much or names its price on request. */
  readonly price_kind: 'fixed' | 'from' | 'on_request';
}

/** Running totals of the chosen services. */
export function totalsOf(services: readonly OfferedService[]): Totals {
  return {
    count: services.length,
    minutes: services.reduce((sum, service) => sum + service.duration, 0),
    cost: sumOf(services.map(({ cost }) => cost)),
    price_kind: kindOfTotal(services),
  };
}

/** The exact sum of amounts with at most four decimals: 0.1 and 0.2 are 0.3. */
const sumOf = (amounts: readonly number[]) => amounts.reduce((sum, amount) => sum + Math.round(amount * 10_000), 0) / 10_000;

/** The terms for cancelling of the services, each once (product.md 4.7). */
export function termsOf(services: readonly OfferedService[]): CancellationTerms[] {
  const found = services.map(termsOfService).filter((terms) => terms !== null);
  return [...new Map(found.map((terms) => [JSON.stringify(terms), terms])).values()];
}

/** Whether a service or provider with the mode `offered` supports `mode`. Hybrid supports both. */
function offersMode(offered: string, mode: DeliveryMode): boolean {
  return offered === 'hybrid' || offered === mode;
}

/** The modes that every chosen service supports; both while nothing is chosen. */
export function modesFor(services: readonly OfferedService[]): DeliveryMode[] {
  const modes: DeliveryMode[] = ['in-person', 'remote'];
  return modes.filter((mode) => services.every((service) => offersMode(service.delivery_mode, mode)));
}

/** The currency code of a wire value: 'EUR' for 'EUR-DE'. */
const codeOf = (service: OfferedService) => service.currency.split('-')[0] ?? '';

/** The first chosen service that is still offered: its currency is the basket's. */
const firstOf = (services: readonly OfferedService[], ids: readonly string[]) =>
  ids.map((id) => services.find((service) => service.service_id === id)).find((service) => service !== undefined);

/** Why a service cannot join the chosen ones: it has another currency (product.md 4.3). null: it can, or it is taken off. */
export function otherCurrency(
  services: readonly OfferedService[],
  ids: readonly string[],
  serviceId: string,
): { readonly asked: string; readonly chosen: string } | null {
  const first = firstOf(services, ids);
  const asked = services.find((service) => service.service_id === serviceId);
  if (!first || !asked || ids.includes(serviceId) || codeOf(first) === codeOf(asked)) return null;
  return { asked: codeOf(asked), chosen: codeOf(first) };
}

/** The chosen services of a provider, their totals, and the mode of delivery. */
export interface Basket {
  readonly chosen: readonly OfferedService[];
  readonly totals: Totals;
  /** null until the client chooses. */
  readonly mode: DeliveryMode | null;
  /** Whether every chosen service supports the chosen mode. */
  readonly offered: boolean;
}

/** Computes the basket, in one currency. Where only one mode is possible, it is chosen automatically. */
export function basketOf(services: readonly OfferedService[], ids: readonly string[], chosenMode: DeliveryMode | null): Basket {
  const first = firstOf(services, ids);
  const chosen = services.filter((service) => ids.includes(service.service_id) && first && codeOf(service) === codeOf(first));
  const modes = modesFor(chosen.length > 0 ? chosen : services);
  const mode = chosenMode ?? (modes.length === 1 ? (modes[0] ?? null) : null);
  return { chosen, totals: totalsOf(chosen), mode, offered: mode !== null && modes.includes(mode) };
}

export type Guidance = 'short' | 'long' | 'enough';

/**
 * Whether the chosen minutes are fewer or more than the services need (product.md 4.3). Of a run that one tap took, less than
 * its last slot is not too much: without it the time would be too short.
 */
export function timeGuidance(chosen: number, totals: Totals, lastOfRun = 0): Guidance {
  if (chosen < totals.minutes) return 'short';
  return chosen > totals.minutes && chosen - lastOfRun >= totals.minutes ? 'long' : 'enough';
}

/**
 * What sending does (product.md 4.4): it books, it asks the provider, or it depends on whether the client has been there before.
 * The server decides; this is what is said before.
 */
export type Outcome = 'booked' | 'asked' | 'depends';

/** `hasLink`: whether the provider has a link to give for remote sessions. Without one, each of them is a request. */
export function outcomeOf({ chosen, mode }: Pick<Basket, 'chosen' | 'mode'>, isKnown: boolean, hasLink: boolean): Outcome {
  const asks = chosen.some(({ confirmation = 'request' }) => confirmation === 'request');
  if (asks || chosen.length === 0 || (mode === 'remote' && !hasLink)) return 'asked';
  return isKnown || chosen.every(({ confirmation }) => confirmation === 'instant') ? 'booked' : 'depends';
}

/** Whom a service promises a time at once, if it can keep that: one that is only remote needs a link to give. */
export const promiseOf = ({ confirmation, delivery_mode }: OfferedService, hasLink: boolean): 'known' | 'instant' | null =>
  confirmation === undefined || confirmation === 'request' || (delivery_mode === 'remote' && !hasLink) ? null : confirmation;

/** Whether one of these own bookings was an appointment with the provider that took place. */
export const isKnownBy = (requests: readonly BookingData[], providerId: string): boolean =>
  requests.some(
    (booking) =>
      booking.provider_id === providerId &&
      booking.request_status === 'completed' &&
      parseJsonList<BookedSession>(booking.session_time).some(({ session_state }) => session_state === 'done'),
  );
