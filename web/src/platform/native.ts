interface CapacitorGlobal {
  isNativePlatform?: () => boolean;
}

/** Whether the bundle runs inside the Capacitor app. The bridge puts itself on `window` before the bundle starts. */
export function isNative(): boolean {
  const capacitor = (window as Window & { Capacitor?: CapacitorGlobal }).Capacitor;
  return capacitor?.isNativePlatform?.() ?? false;
}
