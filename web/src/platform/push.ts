import type { PluginListenerHandle } from '@capacitor/core';
import { isNative, pushPlatform } from './native';
import { readPreference, writePreference } from './preferences';

const pushDenied = 'User denied permissions!';

/** The preference that holds that a refusal was said on this device. */
const deniedKey = 'push_denied';

/** The Android channel of push messages: android/app/src/main/res/values/strings.xml names it as the default. */
const channelId = 'alerts';

interface PushListener {
  /** The channel's name, which Android shows in its settings. */
  channelName: string;
  /** The device has a token. `replaced` is the one that it had before, when that is another. */
  onToken: (token: string, replaced: string | null) => void;
}

/** The preference that holds the device's push token. */
const tokenKey = 'fcm_token';

/** One at a time: who signs in next must not be followed by the listener of who was here before. */
let listening: PluginListenerHandle | null = null;

/** Whether the app was built with the keys of a push service for this platform (build/push-platforms.ts). */
const hasPushService = () => (import.meta.env['OPENHOURS_PUSH'] ?? 'android ios').split(' ').includes(pushPlatform());

/**
 * Asks for permission and registers the device for push messages. Push services renew tokens by themselves, and then `onToken`
 * is called again. Does nothing in a browser. Rejects with 'User denied permissions!' when the user refuses, once until
 * they allow it.
 */
export async function startPush({ channelName, onToken }: PushListener): Promise<void> {
  if (!isNative() || !hasPushService()) return;
  const { PushNotifications } = await import('@capacitor/push-notifications');
  const permissions = await PushNotifications.requestPermissions();
  if (permissions.receive !== 'granted') {
    if (await readPreference(deniedKey)) return;
    await writePreference(deniedKey, 'true');
    throw new Error(pushDenied);
  }
  await writePreference(deniedKey, null);
  if (pushPlatform() === 'android') await PushNotifications.createChannel({ id: channelId, name: channelName, importance: 4 });
  await listening?.remove();
  listening = await PushNotifications.addListener('registration', ({ value }) => void keepToken(value, onToken));
  await PushNotifications.register();
}

async function keepToken(token: string, onToken: PushListener['onToken']): Promise<void> {
  const before = await storedPushToken();
  await writePreference(tokenKey, token);
  onToken(token, before === token ? null : before);
}

/** The device's push token, or null. */
export const storedPushToken = (): Promise<string | null> => readPreference(tokenKey);

/** Ends push on this device until somebody signs in: the push service drops the token. */
export async function endPush(): Promise<void> {
  await writePreference(tokenKey, null);
  if (!isNative() || !hasPushService()) return;
  const { PushNotifications } = await import('@capacitor/push-notifications');
  await PushNotifications.unregister();
}
