import { expect, it } from 'vitest';
import type { ClientOrder, ImportRow } from './api';
import { comingAndPast, importOrder } from './model';

const order = (order_id: string, request_status: ClientOrder['request_status'], day: number): ClientOrder => ({
  order_id,
  request_status,
  starts_at: `2027-01-${day}T10:00:00Z`,
  services: [],
  total: 0,
  currency: 'EUR-DE',
});

it('parts bookings that are still to come from those that are over', () => {
  const orders = [
    order('d', 'accepted', 24),
    order('c', 'pending', 22),
    order('x', 'cancelled', 21),
    order('b', 'ongoing', 19),
    order('a', 'accepted', 18),
  ];
  const { coming, past } = comingAndPast(orders, new Date('2027-01-20T10:00:00Z'));
  expect(coming.map(({ order_id }) => order_id)).toEqual(['b', 'c', 'd']);
  expect(past.map(({ order_id }) => order_id)).toEqual(['x', 'a']);
});

it('shows the rows of an import that are to be mended first', () => {
  const row = (line: number, outcome: ImportRow['outcome']): ImportRow => ({
    line,
    outcome,
    name: '',
    email: '',
    phone: '',
    client_id: '',
    client_name: '',
    field: '',
    reason: '',
  });
  const ordered = importOrder([row(2, 'new'), row(3, 'unchanged'), row(4, 'refused'), row(5, 'joined'), row(6, 'new'), row(7, 'refused')]);
  expect(ordered.map(({ line }) => line)).toEqual([4, 7, 5, 2, 6, 3]);
});
