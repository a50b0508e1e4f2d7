import { isNative } from './native';

/** What a touch has done: chosen one of several, completed what the user wanted, or failed to. */
export type Feedback = 'selection' | 'success' | 'error';

/** Lets the phone answer a touch. A browser stays still. */
export function feel(feedback: Feedback): void {
  if (isNative()) void vibrate(feedback).catch(() => undefined);
}

async function vibrate(feedback: Feedback): Promise<void> {
  const { Haptics, ImpactStyle, NotificationType } = await import('@capacitor/haptics');
  if (feedback === 'selection') await Haptics.impact({ style: ImpactStyle.Light });
  else await Haptics.notification({ type: feedback === 'success' ? NotificationType.Success : NotificationType.Error });
}
