import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { forgetPushToken, startPush, storedPushToken } from './push';

type Handler = (event: unknown) => void;

/** The push plugin of the phone, for which the test acts as the user. */
const phone = vi.hoisted(() => ({
  answer: 'granted',
  handlers: new Map<string, Handler>(),
  registered: 0,
}));
vi.mock('@capacitor/push-notifications', () => ({
  PushNotifications: {
    requestPermissions: () => Promise.resolve({ receive: phone.answer }),
    addListener: (name: string, handler: Handler) => Promise.resolve(phone.handlers.set(name, handler)),
    register: () => Promise.resolve((phone.registered += 1)),
  },
}));

describe('push on a phone', () => {
  const onToken = vi.fn();
  const onTap = vi.fn();
  beforeEach(() => {
    Object.assign(phone, { answer: 'granted', handlers: new Map(), registered: 0 });
    vi.stubGlobal('Capacitor', { isNativePlatform: () => true });
  });
  afterEach(() => {
    vi.unstubAllGlobals();
    onToken.mockReset();
    onTap.mockReset();
  });

  it('keeps the token, and opens what a tapped message leads to', async () => {
    await startPush({ onToken, onTap });
    expect(phone.registered).toBe(1);
    phone.handlers.get('registration')?.({ value: 'token-1' });
    expect([storedPushToken(), onToken.mock.calls]).toEqual(['token-1', [['token-1']]]);
    for (const data of [{ url: '/message' }, { url: '' }, { url: 7 }, undefined])
      phone.handlers.get('pushNotificationActionPerformed')?.({ notification: { data } });
    expect(onTap.mock.calls).toEqual([['/message']]);
    forgetPushToken();
    expect(storedPushToken()).toBeNull();
  });

  it.each(['denied', 'prompt', 'prompt-with-rationale'])('does not start while the permission is %s', async (answer) => {
    phone.answer = answer;
    await expect(startPush({ onToken, onTap })).rejects.toThrow('User denied permissions!');
    expect(phone.registered).toBe(0);
  });

  it('does not start in a browser', async () => {
    vi.stubGlobal('Capacitor', undefined);
    await startPush({ onToken, onTap });
    expect([phone.registered, phone.handlers.size]).toEqual([0, 0]);
  });
});
