import type { CapacitorConfig } from '@capacitor/cli';

/** A server without TLS, which only a developer has: Android then lets the page of https://localhost ask it. */
const isWithoutTls = process.env['OPENHOURS_SERVER']?.startsWith('http:') ?? false;

const config: CapacitorConfig = {
  appId: 'app.openhours',
  appName: 'Openhours',
  webDir: 'dist',
  backgroundColor: '#faf8f4',
  zoomEnabled: true,
  // The origins that the gateway lets in: CORS_ORIGINS.
  server: { androidScheme: 'https', iosScheme: 'capacitor', hostname: 'localhost' },
  android: { allowMixedContent: isWithoutTls },
  plugins: {
    // The app hides it when its first screen is drawn. This is the limit for a start that fails.
    SplashScreen: { launchAutoHide: true, launchShowDuration: 10_000, launchFadeOutDuration: 150 },
    SystemBars: { insetsHandling: 'native', initialViewportFitValueHint: 'cover' },
    Keyboard: { resizeOnFullScreen: true },
    // The open app shows alerts itself.
    PushNotifications: { presentationOptions: [] },
    Badge: { persist: true, autoClear: false },
  },
};

export default config;
