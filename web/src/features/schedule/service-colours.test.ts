import { expect, it } from 'vitest';
import { colourOf, COLOURS, coloursOf } from './service-colours';

const ids = (count: number, from = 0) => Array.from({ length: count }, (_, place) => `019${String(from + place).padStart(4, '0')}-service`);
const booking = (...services: string[]) => ({
  services: JSON.stringify(services.map((service_id) => ({ service_id, service: service_id }))),
});

it('gives the first ten services ten colours', () => {
  expect(new Set(coloursOf(ids(COLOURS)).values()).size).toBe(COLOURS);
});

it('keeps the colours of the others when a service is added, whatever the order of the list', () => {
  const before = coloursOf(ids(7));
  const after = coloursOf(ids(9).reverse());
  for (const id of ids(7)) expect(after.get(id)).toBe(before.get(id));
});

it('has a colour for the eleventh too', () => {
  for (const colour of coloursOf(ids(25)).values()) expect(colour).toBeLessThan(COLOURS);
});

it('colours a booking as its first service, also one of somebody else', () => {
  const own = coloursOf(ids(3));
  expect(colourOf(booking(ids(3)[1] ?? '', ids(3)[0] ?? ''), own)).toBe(own.get(ids(3)[1] ?? ''));
  expect(colourOf(booking('elsewhere'), own)).toBe(colourOf(booking('elsewhere'), new Map()));
  expect(colourOf({ services: 'nonsense' }, own)).toBeNull();
});
