/** A service being edited, in the fields of update_account_services. */

import type { ProviderService, UpdateServiceRequest } from '@/api';
import { currencyCode } from '@/ui/money';

/** A type, not an interface: the form requires an index signature. */
export type ServiceDraft = Pick<
  { [Field in keyof UpdateServiceRequest]-?: string },
  'iv_service' | 'iv_duration' | 'iv_cost' | 'iv_currency' | 'iv_delivery_mode' | 'iv_brief'
>;

/** Hours 1 to 23 and minutes 5 to 55 in steps of 5; '0' is not a choice. */
export const HOUR_CHOICES = Array.from({ length: 23 }, (_, hour) => String(hour + 1));
export const MINUTE_CHOICES = Array.from({ length: 11 }, (_, step) => String((step + 1) * 5));

/** A new service: half an hour, free, in the provider's currency and default delivery mode. */
export const newDraft = (currency: string, deliveryMode: string): ServiceDraft => ({
  iv_service: '',
  iv_duration: '30',
  iv_cost: '0',
  iv_currency: currency,
  iv_delivery_mode: deliveryMode || 'remote',
  iv_brief: '',
});

/** The draft of an existing service. */
export const draftOf = (service: ProviderService): ServiceDraft => ({
  iv_service: service.service,
  iv_duration: String(service.duration),
  iv_cost: String(service.cost),
  iv_currency: service.currency,
  iv_delivery_mode: service.delivery_mode,
  iv_brief: service.brief,
});

/** The services whose currency is not the preferred one (product.md 3.3). */
export function inOtherCurrency(services: readonly ProviderService[], preferred: string): ProviderService[] {
  const code = currencyCode(preferred);
  return code ? services.filter(({ currency }) => currencyCode(currency) !== code) : [];
}

/** Splits a duration in minutes into the selected hours and minutes; null for none. */
export function partsOf(duration: string): { hours: string | null; minutes: string | null } {
  const total = Number(duration || 0);
  const chosen = (part: number) => (part > 0 ? String(part) : null);
  return { hours: chosen(Math.floor(total / 60)), minutes: chosen(total % 60) };
}

/** A duration in minutes; '' when neither hours nor minutes are selected. */
export function durationOf(hours: string | null, minutes: string | null): string {
  const total = Number(hours) * 60 + Number(minutes);
  return total > 0 ? String(total) : '';
}

/** The request that creates a service, or updates the one with `serviceId`. */
export function requestFrom(draft: ServiceDraft, serviceId: string | null, deviceData: string): UpdateServiceRequest {
  return {
    ...draft,
    iv_action: serviceId ? 'service_update' : 'service_create',
    iv_service_id: serviceId ?? 'none',
    iv_cost: Number(draft.iv_cost) === 0 ? 'zero' : draft.iv_cost.trim(),
    iv_delivery_mode: draft.iv_delivery_mode as UpdateServiceRequest['iv_delivery_mode'],
    iv_device_data: deviceData,
  };
}
