import { parseJsonList } from '@/api';
import type { DeliveryMode, OfferedService } from './basket';

/** A place of a provider; street, postcode and note are '' for whom the provider does not show them to. */
export interface Place {
  readonly place_id: string;
  readonly name: string;
  readonly street: string;
  readonly postcode: string;
  readonly city: string;
}

/** The places at which all of these services are offered, the usual one first (product.md 4.8). */
export function placesFor(provider: { readonly places?: string }, services: readonly OfferedService[]): Place[] {
  const offered = services.map(({ place_ids }) => parseJsonList<string>(place_ids ?? '[]')).filter((ids) => ids.length > 0);
  return parseJsonList<Place>(provider.places ?? '[]').filter(({ place_id }) => offered.every((ids) => ids.includes(place_id)));
}

/** The chosen one of the places, else the usual one; undefined where there is none. */
export const chosenPlace = (places: readonly Place[], placeId: string | null): Place | undefined =>
  places.find(({ place_id }) => place_id === placeId) ?? places[0];

/** The address in one line, as far as it is shown. */
export const addressOf = ({ street, postcode, city }: Place): string => [street, `${postcode} ${city}`.trim()].filter(Boolean).join(', ');

/** The address of a client where services are held (product.md 4.22). */
export interface ClientAddress {
  readonly iv_client_street: string;
  readonly iv_client_postcode: string;
  readonly iv_client_city: string;
  readonly iv_client_note: string;
}

export const noAddress: ClientAddress = { iv_client_street: '', iv_client_postcode: '', iv_client_city: '', iv_client_note: '' };

/** Whether the chosen services are held at the client's. */
export const isVisit = (services: readonly OfferedService[], mode: DeliveryMode | null): boolean =>
  mode === 'in-person' && services.length > 0 && services.every(({ at_client }) => at_client);

/** The address in one line, as the order will have it. */
export const addressText = ({ iv_client_street: street, iv_client_postcode: postcode, iv_client_city: city }: ClientAddress): string =>
  street.trim() ? `${street.trim()}, ${`${postcode.trim()} ${city.trim()}`.trim()}` : '';
