import { isNative } from './native';

const pushDenied = 'User denied permissions!';

interface PushListener {
  onToken: (token: string) => void;
  /** The user tapped a push message; `url` is its data.url. */
  onTap: (url: string) => void;
}

/** The storage key of the device's push token. */
const tokenKey = 'fcm_token';

/**
 * Asks for permission and listens for push messages. Does nothing on the web, where alerts arrive over the socket.
 * Rejects with 'User denied permissions!' when the user refuses.
 */
export async function startPush({ onToken, onTap }: PushListener): Promise<void> {
  if (!isNative()) return;
  const { PushNotifications } = await import('@capacitor/push-notifications');
  const permissions = await PushNotifications.requestPermissions();
  if (permissions.receive !== 'granted') throw new Error(pushDenied);
  await PushNotifications.addListener('registration', ({ value }) => {
    localStorage.setItem(tokenKey, value);
    onToken(value);
  });
  await PushNotifications.addListener('pushNotificationActionPerformed', ({ notification }) => {
    const url: unknown = (notification.data as Record<string, unknown> | undefined)?.['url'];
    if (typeof url === 'string' && url) onTap(url);
  });
  await PushNotifications.register();
}

/** The device's push token, or null. Signing out removes it. */
export const storedPushToken = () => localStorage.getItem(tokenKey);
export const forgetPushToken = () => localStorage.removeItem(tokenKey);
