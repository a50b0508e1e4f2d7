import { expect, it } from 'vitest';
import { clientOf } from './order-request';

const guest = { name: 'Olu Ade', email: 'olu@example.com' };

it('names the signed-in account, else the guest', () => {
  const account = { name: 'Nadia Kessler', email: 'nadia@example.com' };
  expect(clientOf({ isAuthenticated: true, ...account }, guest)).toEqual({ kind: 'active', ...account });
  expect(clientOf({ isAuthenticated: false, ...account }, guest)).toEqual({ kind: 'guest', ...guest });
});
