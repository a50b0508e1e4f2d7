/** The provider whom tests book. */
export const owner = 'provider-1';
/** What they offer: a lesson in person, and a call for nothing. */
export const lesson = {
  service_id: 'lesson',
  provider_id: owner,
  service: 'Lesson',
  duration: 60,
  cost: 40,
  currency: 'EUR',
  delivery_mode: 'in-person',
  brief: 'Wear loose clothes.',
  status: 'active',
};
export const call = { ...lesson, service_id: 'call', service: 'Call', duration: 30, cost: 0, delivery_mode: 'remote', brief: '' };
/** Their profile. */
export const account = {
  owner_id: owner,
  name: 'Mara Weiss',
  username: 'mara',
  expertise: 'Physiotherapy',
  bio: 'Calm hands.',
  country: 'Germany-DE',
  city: 'Berlin',
  skills: '[]',
  languages: '[]',
  policy_perks: '[]',
  services: '[]',
  location_address: 'Torstrasse 12',
  contact_phone: '',
  phone_shown_to: 'nobody',
  street_shown_to: 'everybody',
  delivery_mode: 'hybrid',
  timezone: 'UTC',
  away: false,
  away_until: '',
  away_message: '',
};

/** Open from nine to five on each day, in UTC. */
export const week = Object.fromEntries([
  ['timezone', 'UTC'],
  ['booking_horizon', '0'],
  ['answer_hours', '48'],
  ['date_overrides', []],
  ...['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'].flatMap((day) => [
    [`${day}_window_type`, 'quota'],
    [`${day}_window_status`, 'open'],
    [`${day}_quota_start_time`, '09:00'],
    [`${day}_quota_end_time`, '17:00'],
    [`${day}_custom_slots`, []],
  ]),
]) as Record<string, unknown>;
