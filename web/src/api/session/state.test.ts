import { expect, it } from 'vitest';
import { member } from '@/test';
import {
  guestAdmitted,
  loginExpiryRead,
  selectBearer,
  sessionChanged,
  sessionCleared,
  sessionGranted,
  sessionReducer,
  tokenRefreshed,
} from './state';

type Action = Parameters<typeof sessionReducer>[1];
const after = (...actions: Action[]) => actions.reduce(sessionReducer, sessionReducer(undefined, { type: 'start' }));
const bearer = (...actions: Action[]) => selectBearer({ session: after(...actions) });
const granted = sessionGranted({ ...member, accessToken: 'first' });

it('names the token of the account, else of the guest', () => {
  expect(bearer()).toBe('');
  expect(bearer(guestAdmitted('guest'))).toBe('guest');
  expect(bearer(guestAdmitted('guest'), granted)).toBe('first');
  expect(bearer(granted, tokenRefreshed({ access_token: 'second', access_token_expiry: '2999-01-01T00:00:00Z' }))).toBe('second');
});

it('keeps the token and the sign-in when part of the session changes', () => {
  const { data } = after(granted, sessionChanged({ name: 'Nadia Kay', accessToken: '', accessTokenExpiry: '', isAuthenticated: false }));
  expect(data).toMatchObject({
    name: 'Nadia Kay',
    accessToken: 'first',
    accessTokenExpiry: member.accessTokenExpiry,
    isAuthenticated: true,
  });
});

it('has its defaults without an account, whatever answer arrives late', () => {
  const refreshed = tokenRefreshed({ access_token: 'late', access_token_expiry: '2999-01-01T00:00:00Z' });
  expect(after(sessionChanged({ name: 'Nadia Kay' }), refreshed).data).toEqual(after().data);
  expect(after(granted, sessionCleared({ expired: false }), sessionChanged({ name: 'Nadia Kay' }), refreshed).data).toEqual(after().data);
});

it('forgets account and guest at the end, and tells once that a login expired', () => {
  expect(bearer(granted, sessionCleared({ expired: false }))).toBe('');
  expect(bearer(guestAdmitted('guest'), sessionCleared({ expired: false }))).toBe('');
  expect(after(granted, sessionCleared({ expired: false })).data.isAuthenticated).toBe(false);
  expect(after(granted, sessionCleared({ expired: false })).loginExpired).toBe(false);
  expect(after(sessionCleared({ expired: true }), sessionCleared({ expired: false })).loginExpired).toBe(true);
  expect(after(sessionCleared({ expired: true }), loginExpiryRead()).loginExpired).toBe(false);
  expect(after(sessionCleared({ expired: true }), granted).loginExpired).toBe(false);
  expect(after(guestAdmitted('guest'), granted).guestToken).toBeNull();
});
