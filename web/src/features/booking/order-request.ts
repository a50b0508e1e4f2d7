import type { OrderRequest, SessionData } from '@/api';
import { termsOf, type Basket } from './basket';
import type { Slot } from './calendar-days';
import type { BookingFlow } from './flow';
import type { SentAnswer } from './intake';
import type { ClientAddress } from './places';

export interface GuestCredentials {
  readonly name: string;
  readonly email: string;
}

/** Who books: an account or a guest. */
export interface Client extends GuestCredentials {
  readonly kind: 'active' | 'guest';
}

interface OrderParts {
  readonly provider: { readonly owner_id: string; readonly name: string; readonly email: string; readonly location_address: string };
  readonly basket: Basket;
  readonly flow: Pick<BookingFlow, 'slots' | 'brief'>;
  /** What the client answers to the questions of the chosen services. */
  readonly answers?: readonly SentAnswer[];
  /** Where the client is visited; nothing where it is held elsewhere. */
  readonly address?: Partial<ClientAddress>;
  /** One of the provider's places; '' where there is none to choose. */
  readonly placeId?: string;
  readonly client: Client;
  /** The mailed code of a guest; '' for an account. */
  readonly code: string;
  readonly deviceData: string;
}

/** The acting client: the signed-in account, or the guest with name and address. */
export function clientOf(session: Pick<SessionData, 'isAuthenticated' | 'name' | 'email'>, guest: GuestCredentials): Client {
  const { isAuthenticated, name, email } = session;
  return isAuthenticated ? { kind: 'active', name, email } : { kind: 'guest', ...guest };
}

/** Builds the request of create_appointment_order. The server recomputes everything except the choices. */
export function orderRequest({
  provider,
  basket,
  flow,
  answers = [],
  address = {},
  placeId = '',
  client,
  code,
  deviceData,
}: OrderParts): OrderRequest {
  const { chosen, totals, mode } = basket;
  return {
    iv_provider_id: provider.owner_id,
    iv_brief: flow.brief.trim(),
    iv_guest_token: code.trim(),
    iv_service_list: JSON.stringify(chosen.map((service) => service.service_id)),
    iv_session_list: sessionList(flow.slots),
    iv_delivery_mode: mode ?? 'remote',
    iv_delivery_location: mode === 'in-person' && !placeId && !address.iv_client_street ? provider.location_address : '',
    ...(placeId ? { iv_place_id: placeId } : {}),
    ...address,
    ...(answers.length > 0 ? { iv_answers: JSON.stringify(answers) } : {}),
    iv_cancellation_terms: JSON.stringify(termsOf(chosen)),
    iv_user_category: client.kind,
    iv_total_cost: totals.cost,
    iv_total_services: totals.count,
    iv_total_duration: totals.minutes,
    iv_total_currency: chosen[0]?.currency ?? '',
    iv_multiple_clients: false,
    iv_client_pay_status: 'unpaid',
    iv_provider_pay_status: 'unpaid',
    iv_client_name: client.name,
    iv_client_email: client.email,
    iv_provider_name: provider.name,
    iv_provider_email: provider.email,
    iv_device_data: deviceData,
  };
}

function sessionList(slots: readonly Slot[]): string {
  return JSON.stringify(
    slots.map((slot) => ({
      ...slot,
      server_start_time: slot.provider_start_time,
      server_end_time: slot.provider_end_time,
    })),
  );
}
