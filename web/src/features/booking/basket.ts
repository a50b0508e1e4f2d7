/** What is being booked: the services chosen, the mode, and whether the chosen time is enough for them. */

export type DeliveryMode = 'in-person' | 'remote';

/** A service as the booking screen offers it. `duration` in minutes, `cost` in units of `currency`. */
export interface OfferedService {
  readonly service_id: string;
  readonly service: string;
  readonly duration: number;
  readonly cost: number;
  readonly currency: string;
  readonly delivery_mode: string;
}

export interface Totals {
  readonly count: number;
  readonly minutes: number;
  readonly cost: number;
}

/** Running totals of the chosen services. */
export function totalsOf(services: readonly OfferedService[]): Totals {
  return {
    count: services.length,
    minutes: services.reduce((sum, service) => sum + service.duration, 0),
    cost: services.reduce((sum, service) => sum + service.cost, 0),
  };
}

/** Whether a service (or a provider) of mode `offered` can be held in `mode`; hybrid means both. */
export function offersMode(offered: string, mode: DeliveryMode): boolean {
  return offered === 'hybrid' || offered === mode;
}

/** The modes in which every chosen service can be held; both while nothing is chosen. */
export function modesFor(services: readonly OfferedService[]): DeliveryMode[] {
  const modes: DeliveryMode[] = ['in-person', 'remote'];
  return modes.filter((mode) => services.every((service) => offersMode(service.delivery_mode, mode)));
}

/** The chosen ones of a provider's services, what they come to, and how the client and the provider will meet. */
export interface Basket {
  readonly chosen: readonly OfferedService[];
  readonly totals: Totals;
  /** null while the client has to say which. */
  readonly mode: DeliveryMode | null;
  /** Every chosen service can be held in the chosen mode. */
  readonly offered: boolean;
}

/** The basket of what is chosen; where only one mode is possible, nobody is asked for it. */
export function basketOf(services: readonly OfferedService[], ids: readonly string[], wanted: DeliveryMode | null): Basket {
  const chosen = services.filter((service) => ids.includes(service.service_id));
  const modes = modesFor(chosen.length > 0 ? chosen : services);
  const mode = wanted ?? (modes.length === 1 ? (modes[0] ?? null) : null);
  return { chosen, totals: totalsOf(chosen), mode, offered: mode !== null && modes.includes(mode) };
}

export type Guidance = 'short' | 'long' | 'enough';

/** Whether the chosen minutes fall short of what the services need, or exceed it (spec 2, section 8). */
export function timeGuidance(chosen: number, totals: Totals): Guidance {
  if (chosen < totals.minutes) return 'short';
  return chosen > totals.minutes ? 'long' : 'enough';
}
