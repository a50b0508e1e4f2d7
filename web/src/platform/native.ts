interface CapacitorGlobal {
  isNativePlatform?: () => boolean;
  getPlatform?: () => string;
}

/** Whether the bundle runs inside the Capacitor app. Capacitor sets `window.Capacitor` before the bundle starts. */
export function isNative(): boolean {
  const capacitor = (globalThis as { Capacitor?: CapacitorGlobal }).Capacitor;
  return capacitor?.isNativePlatform?.() ?? false;
}

/** The device's push platform. */
export function pushPlatform(): 'android' | 'ios' {
  const capacitor = (globalThis as { Capacitor?: CapacitorGlobal }).Capacitor;
  return capacitor?.getPlatform?.() === 'ios' ? 'ios' : 'android';
}
