/** What is held at the client's address (product.md 4.22). Pure. */

import type { DeliveryMode, OfferedService } from './basket';

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
