/** A service being edited, in the fields of update_account_services. */

import type { ProviderService, UpdateServiceRequest } from '@/api';
import { currencyCode, plainAmount, typedAmount } from '@/ui/money';
import { sentQuestions, type QuestionDraft } from './questions';

/** The rules by which a service is booked, and what its price means. */
export interface ServiceRules extends RuleTexts {
  /** All seven: every day. */
  iv_offered_days: Weekday[];
  /** None: at all places. */
  iv_place_ids: string[];
  iv_questions: QuestionDraft[];
}

/** A type, not an interface: the form requires an index signature. */
type RuleTexts = Record<
  | 'iv_buffer_before'
  | 'iv_buffer_after'
  | 'iv_minimum_notice'
  | 'iv_booking_horizon'
  | 'iv_most_per_day'
  | 'iv_most_per_week'
  | 'iv_confirmation'
  | 'iv_price_kind'
  | 'iv_taxes_included'
  | 'iv_free_cancellation_hours'
  | 'iv_late_cancellation'
  | 'iv_cancellation_words'
  | 'iv_at_client'
  | 'iv_travel_before'
  | 'iv_travel_after',
  string
>;
export type ServiceDraft = Pick<
  { [Field in keyof UpdateServiceRequest]-?: string },
  'iv_service' | 'iv_duration' | 'iv_cost' | 'iv_currency' | 'iv_delivery_mode' | 'iv_brief'
> &
  ServiceRules;

export const WEEKDAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const;
export type Weekday = (typeof WEEKDAYS)[number];
export const PRICE_KINDS = ['fixed', 'from', 'free', 'on_request'] as const;
export const CONFIRMATIONS = ['request', 'known', 'instant'] as const;

/** Hours 1 to 23 and minutes 5 to 55 in steps of 5; '0' is not a choice. */
export const HOUR_CHOICES = Array.from({ length: 23 }, (_, hour) => String(hour + 1));
export const MINUTE_CHOICES = Array.from({ length: 11 }, (_, step) => String((step + 1) * 5));

const noRules: ServiceRules = {
  iv_buffer_before: '0',
  iv_buffer_after: '0',
  iv_minimum_notice: '',
  iv_booking_horizon: '',
  iv_most_per_day: '',
  iv_most_per_week: '',
  iv_offered_days: [...WEEKDAYS],
  iv_place_ids: [],
  iv_questions: [],
  iv_confirmation: 'request',
  iv_price_kind: 'fixed',
  iv_taxes_included: '',
  iv_free_cancellation_hours: '',
  iv_late_cancellation: 'allowed',
  iv_cancellation_words: '',
  iv_at_client: 'no',
  iv_travel_before: '30',
  iv_travel_after: '30',
};

/** A new service: half an hour, free, in the provider's currency and default delivery mode, without rules of its own. */
export const newDraft = (currency: string, deliveryMode: string): ServiceDraft => ({
  iv_service: '',
  iv_duration: '30',
  iv_cost: '0',
  iv_currency: currency,
  iv_delivery_mode: deliveryMode || 'remote',
  iv_brief: '',
  ...noRules,
});

/** A number as the form has it; '' for none. */
const typed = (number: number | null) => (number === null ? '' : String(number));

/** The draft of an existing service. */
export const draftOf = (service: ProviderService): ServiceDraft => ({
  iv_service: service.service,
  iv_duration: String(service.duration),
  iv_cost: typedAmount(service.cost, service.currency),
  iv_currency: service.currency,
  iv_delivery_mode: service.delivery_mode,
  iv_brief: service.brief,
  iv_buffer_before: String(service.buffer_before),
  iv_buffer_after: String(service.buffer_after),
  iv_minimum_notice: typed(service.minimum_notice),
  iv_booking_horizon: typed(service.booking_horizon),
  iv_most_per_day: typed(service.most_per_day),
  iv_most_per_week: typed(service.most_per_week),
  iv_offered_days: JSON.parse(service.offered_days) as Weekday[],
  iv_place_ids: JSON.parse(service.place_ids) as string[],
  iv_questions: JSON.parse(service.questions) as QuestionDraft[],
  iv_confirmation: service.confirmation,
  iv_price_kind: service.price_kind,
  iv_taxes_included: service.taxes_included,
  iv_free_cancellation_hours: typed(service.free_cancellation_hours),
  iv_late_cancellation: service.late_cancellation,
  iv_cancellation_words: service.cancellation_words,
  iv_at_client: service.at_client ? 'yes' : 'no',
  iv_travel_before: String(service.travel_before),
  iv_travel_after: String(service.travel_after),
});

/** Whether a price of this kind has an amount. */
export const hasAmount = (priceKind: string) => priceKind === 'fixed' || priceKind === 'from';

/** The draft as it is judged and sent: an amount with a point, 'zero' where nothing is asked, '0' where nothing is typed. */
export const prepared = (draft: ServiceDraft): ServiceDraft => ({
  ...draft,
  iv_cost: hasAmount(draft.iv_price_kind) ? plainAmount(draft.iv_cost) || '0' : 'zero',
  iv_buffer_before: draft.iv_buffer_before.trim() || '0',
  iv_buffer_after: draft.iv_buffer_after.trim() || '0',
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
  const cost = prepared(draft).iv_cost;
  const { iv_questions: questions, ...fields } = draft;
  return {
    ...(fields as Omit<ServiceDraft, 'iv_questions'> &
      Pick<UpdateServiceRequest, 'iv_confirmation' | 'iv_price_kind' | 'iv_taxes_included' | 'iv_late_cancellation' | 'iv_at_client'>),
    iv_questions: sentQuestions(questions) as UpdateServiceRequest['iv_questions'],
    iv_action: serviceId ? 'service_update' : 'service_create',
    iv_service_id: serviceId ?? 'none',
    iv_cost: Number(cost) === 0 ? 'zero' : cost,
    iv_delivery_mode: draft.iv_delivery_mode as UpdateServiceRequest['iv_delivery_mode'],
    iv_device_data: deviceData,
  };
}
