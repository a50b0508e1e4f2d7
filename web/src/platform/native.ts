interface CapacitorGlobal {
  isNativePlatform?: () => boolean;
  getPlatform?: () => string;
  /** Whether the native part is a debug build. */
  DEBUG?: boolean;
}

const capacitor = () => (globalThis as { Capacitor?: CapacitorGlobal }).Capacitor;

/** Whether the bundle runs inside the Capacitor app. Capacitor sets `window.Capacitor` before the bundle starts. */
export const isNative = (): boolean => capacitor()?.isNativePlatform?.() ?? false;

/** Whether this is an app that a developer has built to try it, not one from a store. */
export const isDebugBuild = (): boolean => isNative() && capacitor()?.DEBUG === true;

/** The device's push platform. */
export const pushPlatform = (): 'android' | 'ios' => (capacitor()?.getPlatform?.() === 'ios' ? 'ios' : 'android');
