import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { endPush, startPush, storedPushToken } from './push';

type Handler = (event: unknown) => void;

/** The push plugin of the phone, for which the test acts as the user. */
const phone = vi.hoisted(() => ({
  answer: 'granted',
  handlers: new Map<string, Handler>(),
  registered: 0,
  channels: [] as string[],
}));
vi.mock('@capacitor/push-notifications', () => ({
  PushNotifications: {
    requestPermissions: () => Promise.resolve({ receive: phone.answer }),
    createChannel: ({ id }: { id: string }) => Promise.resolve(phone.channels.push(id)),
    addListener: (name: string, handler: Handler) => {
      phone.handlers.set(name, handler);
      return Promise.resolve({ remove: () => Promise.resolve(phone.handlers.delete(name)) });
    },
    register: () => Promise.resolve((phone.registered += 1)),
    unregister: () => Promise.resolve((phone.registered = 0)),
  },
}));
const preferences = vi.hoisted(() => new Map<string, string>());
vi.mock('@capacitor/preferences', () => ({
  Preferences: {
    get: ({ key }: { key: string }) => Promise.resolve({ value: preferences.get(key) ?? null }),
    set: ({ key, value }: { key: string; value: string }) => Promise.resolve(preferences.set(key, value)),
    remove: ({ key }: { key: string }) => Promise.resolve(preferences.delete(key)),
  },
}));

describe('push on a phone', () => {
  const onToken = vi.fn();
  const listener = { channelName: 'Alerts', onToken };
  const give = (value: string) => phone.handlers.get('registration')?.({ value });
  beforeEach(() => {
    Object.assign(phone, { answer: 'granted', handlers: new Map(), registered: 0, channels: [] });
    preferences.clear();
    vi.stubGlobal('Capacitor', { isNativePlatform: () => true, getPlatform: () => 'android' });
  });
  afterEach(() => {
    vi.unstubAllGlobals();
    vi.unstubAllEnvs();
    onToken.mockReset();
  });

  it('keeps the token, and says which one a renewed token replaces', async () => {
    await startPush(listener);
    expect([phone.registered, phone.channels]).toEqual([1, ['alerts']]);
    for (const [at, value] of ['token-1', 'token-1', 'token-2'].entries()) {
      give(value);
      await vi.waitFor(() => expect(onToken).toHaveBeenCalledTimes(at + 1));
    }
    expect(onToken.mock.calls).toEqual([
      ['token-1', null],
      ['token-1', null],
      ['token-2', 'token-1'],
    ]);
    expect(await storedPushToken()).toBe('token-2');
  });

  it('has one listener, whoever signs in', async () => {
    await startPush(listener);
    const next = vi.fn();
    await startPush({ channelName: 'Alerts', onToken: next });
    give('token-1');
    await vi.waitFor(() => expect(next).toHaveBeenCalledOnce());
    expect(onToken).not.toHaveBeenCalled();
  });

  it('ends with the sign-out: the push service drops the token', async () => {
    await startPush(listener);
    give('token-1');
    await vi.waitFor(() => expect(onToken).toHaveBeenCalledOnce());
    await endPush();
    expect([await storedPushToken(), phone.registered]).toEqual([null, 0]);
  });

  it.each(['denied', 'prompt', 'prompt-with-rationale'])('does not start while the permission is %s', async (answer) => {
    phone.answer = answer;
    await expect(startPush(listener)).rejects.toThrow('User denied permissions!');
    expect(phone.registered).toBe(0);
  });

  it('says that it was refused once, and again after it had been allowed', async () => {
    const start = async (answer: string) => {
      phone.answer = answer;
      return startPush(listener).catch(({ message }: Error) => message);
    };
    expect([await start('denied'), await start('denied'), await start('granted'), await start('denied')]).toEqual([
      'User denied permissions!',
      undefined,
      undefined,
      'User denied permissions!',
    ]);
  });

  it('does not start in an app without the keys of a push service for its platform, nor in a browser', async () => {
    for (const platforms of ['off', 'ios']) {
      vi.stubEnv('OPENHOURS_PUSH', platforms);
      await startPush(listener);
    }
    vi.unstubAllEnvs();
    vi.stubGlobal('Capacitor', undefined);
    await startPush(listener);
    expect([phone.registered, phone.handlers.size]).toEqual([0, 0]);
  });
});
