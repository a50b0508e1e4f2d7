/** The chosen services, the chosen mode, and whether the chosen time is enough for them. */

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

/** Whether a service or provider with the mode `offered` supports `mode`. Hybrid supports both. */
function offersMode(offered: string, mode: DeliveryMode): boolean {
  return offered === 'hybrid' || offered === mode;
}

/** The modes that every chosen service supports; both while nothing is chosen. */
export function modesFor(services: readonly OfferedService[]): DeliveryMode[] {
  const modes: DeliveryMode[] = ['in-person', 'remote'];
  return modes.filter((mode) => services.every((service) => offersMode(service.delivery_mode, mode)));
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

/** Computes the basket. Where only one mode is possible, it is chosen automatically. */
export function basketOf(services: readonly OfferedService[], ids: readonly string[], chosenMode: DeliveryMode | null): Basket {
  const chosen = services.filter((service) => ids.includes(service.service_id));
  const modes = modesFor(chosen.length > 0 ? chosen : services);
  const mode = chosenMode ?? (modes.length === 1 ? (modes[0] ?? null) : null);
  return { chosen, totals: totalsOf(chosen), mode, offered: mode !== null && modes.includes(mode) };
}

export type Guidance = 'short' | 'long' | 'enough';

/** Whether the chosen minutes are fewer or more than the services need (product.md 4.3). */
export function timeGuidance(chosen: number, totals: Totals): Guidance {
  if (chosen < totals.minutes) return 'short';
  return chosen > totals.minutes ? 'long' : 'enough';
}
