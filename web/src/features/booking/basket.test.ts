import { describe, expect, it } from 'vitest';
import type { BookingData } from '@/api';
import { basketOf, isKnownBy, modesFor, type OfferedService, otherCurrency, outcomeOf, promiseOf, timeGuidance, totalsOf } from './basket';

const service = (over: Partial<OfferedService>): OfferedService => ({
  service_id: 's',
  service: 'Lesson',
  duration: 30,
  cost: 25,
  currency: 'EUR-DE',
  delivery_mode: 'hybrid',
  brief: '',
  ...over,
});

describe('the basket', () => {
  it('adds up minutes and money', () => {
    expect(totalsOf([service({}), service({ duration: 50, cost: 0 })])).toEqual({ count: 2, minutes: 80, cost: 25, price_kind: 'fixed' });
  });

  it('add up to the cent, and to the least where a price is open', () => {
    expect(totalsOf([service({ cost: 0.1 }), service({ cost: 0.2 })]).cost).toBe(0.3);
    const kind = (...services: Partial<OfferedService>[]) => totalsOf(services.map(service)).price_kind;
    expect(kind({ cost: 25, price_kind: 'from' }, { cost: 10 })).toBe('from');
    expect(kind({ cost: 25 }, { cost: 0, price_kind: 'on_request' })).toBe('from');
    expect(kind({ cost: 0, price_kind: 'free' }, { cost: 0, price_kind: 'on_request' })).toBe('on_request');
    expect(kind({ cost: 0, price_kind: 'free' })).toBe('fixed');
  });

  it('offers only modes that every chosen service has', () => {
    expect(modesFor([])).toEqual(['in-person', 'remote']);
    expect(modesFor([service({}), service({ delivery_mode: 'remote' })])).toEqual(['remote']);
    expect(modesFor([service({ delivery_mode: 'in-person' }), service({ delivery_mode: 'remote' })])).toEqual([]);
  });

  it('takes the only mode there is, asks where there are several, and tells when the wanted one is not offered', () => {
    const both = service({ service_id: 'both' });
    const remote = service({ service_id: 'remote', delivery_mode: 'remote' });
    const modeOf = (...[ids, requestedMode]: [string[], 'in-person' | null]) => {
      const { mode, offered } = basketOf([both, remote], ids, requestedMode);
      return [mode, offered];
    };
    expect(modeOf(['remote'], null)).toEqual(['remote', true]);
    expect(modeOf(['both'], null)).toEqual([null, false]);
    expect(modeOf(['both'], 'in-person')).toEqual(['in-person', true]);
    expect(modeOf(['both', 'remote'], 'in-person')).toEqual(['in-person', false]);
    expect(basketOf([both, remote], ['gone', 'both'], null).chosen).toEqual([both]);
  });

  it('has one currency, that of the first choice', () => {
    const euro = service({ service_id: 'euro' });
    const dollar = service({ service_id: 'dollar', currency: 'USD-US', cost: 10 });
    const spain = service({ service_id: 'spain', currency: 'EUR-ES' });
    const all = [euro, dollar, spain];
    expect(otherCurrency(all, [], 'dollar')).toBeNull();
    expect(otherCurrency(all, ['euro'], 'spain')).toBeNull();
    expect(otherCurrency(all, ['euro'], 'dollar')).toEqual({ asked: 'USD', chosen: 'EUR' });
    expect(otherCurrency(all, ['euro', 'dollar'], 'dollar')).toBeNull();
    expect(basketOf(all, ['dollar', 'euro', 'spain'], null)).toMatchObject({ chosen: [dollar], totals: { cost: 10 } });
    expect(basketOf(all, ['euro', 'dollar', 'spain'], null).totals.cost).toBe(50);
  });

  it('takes the only mode of all services while none is chosen', () => {
    const remote = service({ delivery_mode: 'remote' });
    expect(basketOf([remote], [], null)).toMatchObject({ chosen: [], mode: 'remote', offered: true });
    expect(basketOf([remote, service({})], [], null).mode).toBe('remote');
  });

  it('knows when time is short or more than needed', () => {
    const totals = { count: 2, minutes: 80, cost: 70, price_kind: 'fixed' } as const;
    expect([60, 80, 90].map((minutes) => timeGuidance(minutes, totals))).toEqual(['short', 'enough', 'long']);
  });
});

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
