interface CapacitorGlobal {
  isNativePlatform?: () => boolean;
  getPlatform?: () => string;
}

/** Whether the bundle runs inside the Capacitor app. The bridge puts itself on `window` before the bundle starts. */
export function isNative(): boolean {
  const capacitor = (window as Window & { Capacitor?: CapacitorGlobal }).Capacitor;
  return capacitor?.isNativePlatform?.() ?? false;
}

/** Which of the push services' kinds of device this is. */
export function pushPlatform(): 'android' | 'ios' {
  const capacitor = (window as Window & { Capacitor?: CapacitorGlobal }).Capacitor;
  return capacitor?.getPlatform?.() === 'ios' ? 'ios' : 'android';
}
