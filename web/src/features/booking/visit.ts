/** What is held at the client's address (product.md 4.22). Pure. */

import { firstFailure, rulesOf } from '@/forms';
import type { DeliveryMode, OfferedService } from './basket';

export interface ClientAddress {
  readonly iv_client_street: string;
  readonly iv_client_postcode: string;
  readonly iv_client_city: string;
  readonly iv_client_note: string;
}

export const noAddress: ClientAddress = { iv_client_street: '', iv_client_postcode: '', iv_client_city: '', iv_client_note: '' };

const ADDRESS_FIELDS = ['iv_client_street', 'iv_client_postcode', 'iv_client_city', 'iv_client_note'] as const;

/** Whether the chosen services are held at the client's. */
export const isVisit = (services: readonly OfferedService[], mode: DeliveryMode | null): boolean => mode === 'in-person' && services.length > 0 && services.every(({ at_client }) => at_client);

/** What is wrong with the address, in the server's words, by its fields. */
export function addressProblems(address: ClientAddress): Record<string, string> {
  const rules = rulesOf('create_appointment_order');
  const found = ADDRESS_FIELDS.map((field) => [field, firstFailure(rules[field] ?? [], address[field])] as const);
  return Object.fromEntries(found.filter((entry): entry is readonly [(typeof ADDRESS_FIELDS)[number], string] => entry[1] !== null));
}

/** The address in one line, as the order will have it. */
export const addressText = ({ iv_client_street: street, iv_client_postcode: postcode, iv_client_city: city }: ClientAddress): string =>
  street.trim() ? `${street.trim()}, ${`${postcode.trim()} ${city.trim()}`.trim()}` : '';
