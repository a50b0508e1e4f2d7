import type { ProviderService } from '@/api';

/** A service that has no booking rules of its own. */
export const plainService: ProviderService = {
  service_id: 's1',
  provider_id: 'p1',
  service: 'Lesson',
  duration: 60,
  cost: 40,
  currency: 'EUR-DE',
  delivery_mode: 'hybrid',
  brief: '',
  status: 'active',
  buffer_before: 0,
  buffer_after: 0,
  minimum_notice: null,
  booking_horizon: null,
  most_per_day: null,
  most_per_week: null,
  offered_days: '["monday","tuesday","wednesday","thursday","friday","saturday","sunday"]',
  confirmation: 'request',
  price_kind: 'fixed',
  taxes_included: '',
  free_cancellation_hours: null,
  late_cancellation: 'allowed',
  cancellation_words: '',
  place_ids: '[]',
  questions: '[]',
};
