import type { OrderRequest } from '@/api';
import type { DeliveryMode, OfferedService, Totals } from './basket';
import type { Slot } from './days';

interface OrderParts {
  readonly provider: { readonly owner_id: string; readonly name: string; readonly email: string };
  readonly services: readonly OfferedService[];
  readonly totals: Totals;
  readonly slots: readonly Slot[];
  readonly mode: DeliveryMode;
  readonly location: string;
  readonly brief: string;
  readonly client: { readonly kind: 'active' | 'guest'; readonly name: string; readonly email: string };
  /** The mailed code of a guest; '' for an account. */
  readonly code: string;
  readonly deviceData: string;
}

/** The order as create_appointment_order takes it; the server recomputes all of it but the choices. */
export function orderFrom(parts: OrderParts): OrderRequest {
  const { provider, services, totals, slots, client } = parts;
  return {
    iv_provider_id: provider.owner_id,
    iv_brief: parts.brief.trim(),
    iv_guest_token: parts.code.trim(),
    iv_service_list: JSON.stringify(services.map((service) => service.service_id)),
    iv_session_list: JSON.stringify(
      slots.map((slot) => ({
        ...slot,
        server_start_time: slot.provider_start_time,
        server_end_time: slot.provider_end_time,
      })),
    ),
    iv_delivery_mode: parts.mode,
    iv_delivery_location: parts.location,
    iv_user_category: client.kind,
    iv_total_cost: totals.cost,
    iv_total_services: totals.count,
    iv_total_duration: totals.minutes,
    iv_total_currency: services[0]?.currency ?? '',
    iv_multiple_clients: false,
    iv_client_pay_status: 'unpaid',
    iv_provider_pay_status: 'unpaid',
    iv_client_name: client.name,
    iv_client_email: client.email,
    iv_provider_name: provider.name,
    iv_provider_email: provider.email,
    iv_device_data: parts.deviceData,
  };
}
