/** The colour of each service: the same wherever and whenever it is shown (product.md 4.19). */

import { parseJsonList } from '@/api';

/** How many colours there are; `service-colours.module.css` has them. */
export const COLOURS = 10;

/** A place among the colours that follows from the id alone. */
function placeOf(serviceId: string): number {
  let sum = 0;
  for (const letter of serviceId) sum = (sum * 31 + letter.charCodeAt(0)) % 65_521;
  return sum % COLOURS;
}

/**
 * The colours of a provider's own services, by id. Each has the one that its id leads to, or the next that no older service
 * has: ids grow with time, so a new service changes no other's colour, and the first ten differ.
 */
export function coloursOf(serviceIds: readonly string[]): ReadonlyMap<string, number> {
  const colours = new Map<string, number>();
  const taken = new Set<number>();
  for (const id of [...new Set(serviceIds)].sort()) {
    let place = placeOf(id);
    while (taken.has(place) && taken.size < COLOURS) place = (place + 1) % COLOURS;
    taken.add(place);
    colours.set(id, place);
  }
  return colours;
}

/** A service as a booking names it. */
export interface NamedService {
  readonly service_id: string;
  readonly service: string;
}

/** The services of a booking, as they were when it was made. */
export const servicesOf = ({ services }: { services: string }): NamedService[] => parseJsonList<NamedService>(services);

/** The colour of a booking: that of its first service; null without services. A service of somebody else's has that of its id. */
export function colourOf(booking: { services: string }, own: ReadonlyMap<string, number>): number | null {
  const first = servicesOf(booking)[0];
  return first ? (own.get(first.service_id) ?? placeOf(first.service_id)) : null;
}

/** The style variable of a colour; a neutral one without a service. */
export const colourVariable = (colour: number | null): string => (colour === null ? 'var(--service-none)' : `var(--service-${colour})`);
