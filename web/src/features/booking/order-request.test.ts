import { expect, it } from 'vitest';
import { basketOf, type OfferedService } from './basket';
import { clientOf, orderRequest } from './order-request';

const guest = { name: 'Olu Ade', email: 'olu@example.com' };

it('names the signed-in account, else the guest', () => {
  const account = { name: 'Nadia Kessler', email: 'nadia@example.com' };
  expect(clientOf({ isAuthenticated: true, ...account }, guest)).toEqual({ kind: 'active', ...account });
  expect(clientOf({ isAuthenticated: false, ...account }, guest)).toEqual({ kind: 'guest', ...guest });
});

it('sends the terms for cancelling that were read, those of several services once', () => {
  const service: OfferedService = {
    service_id: 'a',
    service: 'Massage',
    duration: 30,
    cost: 40,
    currency: 'EUR-DE',
    delivery_mode: 'hybrid',
    brief: '',
  };
  const strict = { free_cancellation_hours: 24, late_cancellation: 'refused', cancellation_words: '' } as const;
  const services = [
    service,
    { ...service, service_id: 'b', ...strict },
    { ...service, service_id: 'c', ...strict },
    { ...service, service_id: 'd', free_cancellation_hours: 0 },
  ];
  const provider = { owner_id: 'p', name: 'Nadia Kessler', email: '', location_address: '' };
  const sent = (ids: readonly string[]) =>
    orderRequest({
      provider,
      basket: basketOf(services, ids, 'remote'),
      flow: { slots: [], brief: '' },
      client: { kind: 'guest', ...guest },
      code: '',
      deviceData: '{}',
    }).iv_cancellation_terms;
  expect(sent(['a'])).toBe('[]');
  expect(JSON.parse(String(sent(['a', 'b', 'c', 'd'])))).toEqual([
    { free_hours: 24, late: 'refused', words: '' },
    { free_hours: 0, late: 'allowed', words: '' },
  ]);
});
