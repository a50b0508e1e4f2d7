import { expect, it } from 'vitest';
import type { BookingData } from '@/api';
import { isKnownBy, outcomeOf, promiseOf } from './at-once';
import type { OfferedService } from './basket';

const basket = (mode: 'remote' | 'in-person', ...confirmations: OfferedService['confirmation'][]) => ({
  mode,
  chosen: confirmations.map((confirmation, place) => ({
    service_id: String(place),
    service: 'Lesson',
    duration: 30,
    cost: 10,
    currency: 'EUR-DE',
    delivery_mode: 'hybrid',
    brief: '',
    ...(confirmation ? { confirmation } : {}),
  })),
});

it('books at once only what every chosen service lets this client have', () => {
  expect(outcomeOf(basket('in-person', 'instant'), false, false)).toBe('booked');
  expect(outcomeOf(basket('in-person', 'instant', 'request'), true, false)).toBe('asked');
  expect(outcomeOf(basket('in-person', undefined), true, false)).toBe('asked');
  expect(outcomeOf(basket('in-person'), true, false)).toBe('asked');
  expect(outcomeOf(basket('in-person', 'known', 'instant'), true, false)).toBe('booked');
  expect(outcomeOf(basket('in-person', 'known', 'instant'), false, false)).toBe('depends');
});

it('asks for what is remote until the provider has a link to give', () => {
  expect(outcomeOf(basket('remote', 'instant'), true, false)).toBe('asked');
  expect(outcomeOf(basket('remote', 'instant'), true, true)).toBe('booked');
});

it('promises a time at once only where that can be kept', () => {
  const [lesson] = basket('remote', 'instant').chosen as [OfferedService];
  expect(promiseOf(lesson, false)).toBe('instant');
  expect(promiseOf({ ...lesson, confirmation: 'request' }, false)).toBeNull();
  expect(promiseOf({ ...lesson, delivery_mode: 'remote' }, false)).toBeNull();
  expect(promiseOf({ ...lesson, delivery_mode: 'remote' }, true)).toBe('instant');
});

it('knows who has had an appointment that took place', () => {
  const booking = (over: Partial<BookingData>, session_state = 'done') =>
    ({ provider_id: 'mara', request_status: 'completed', session_time: JSON.stringify([{ session_state }]), ...over }) as BookingData;
  expect(isKnownBy([booking({})], 'mara')).toBe(true);
  expect(isKnownBy([booking({ provider_id: 'olu' }), booking({ request_status: 'accepted' }), booking({}, 'missed')], 'mara')).toBe(false);
});
