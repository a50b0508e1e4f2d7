import { hourCycleOf } from '@/i18n/format-locale';
import { currentLanguage } from '@/i18n/texts';
import { isNative } from './native';
import { assumedOnServer } from './rendered-page';

/** How long the browser's answer is kept, in milliseconds. A phone takes several milliseconds for each answer, and a screen asks often. */
const zoneHolds = 10_000;
let zone = { name: '', askedAt: -Infinity };

function zoneOfBrowser(): string {
  const now = performance.now();
  if (now - zone.askedAt > zoneHolds) zone = { name: Intl.DateTimeFormat().resolvedOptions().timeZone, askedAt: now };
  return zone.name;
}

/** The viewer's IANA zone. */
export const deviceTimezone = () => (import.meta.env.SSR ? assumedOnServer().timezone || 'UTC' : zoneOfBrowser());

/** How times are read here. The server writes them so in alerts and mails (product.md 1.9). */
export const deviceReading = () => ({ timezone: deviceTimezone(), hourCycle: hourCycleOf(currentLanguage()) ?? '' });

/** What signing in and up say of the device. A browser asks for the cookie that binds the login to it; the app of a phone keeps no cookies. */
export const deviceSigningIn = () => deviceData(currentLanguage(), { bound: !isNative() });

/** Timezone, language, clock and platform, sent with write calls as `iv_device_data`. */
export function deviceData(language = currentLanguage(), more: { bound?: boolean } = {}): string {
  return JSON.stringify({
    ...more,
    timezone: deviceTimezone(),
    language,
    hour_cycle: hourCycleOf(language),
    platform: {
      userAgent: navigator.userAgent,
      language: navigator.language,
      languages: navigator.languages,
      screen: { width: window.screen.width, height: window.screen.height, ratio: window.devicePixelRatio },
    },
  });
}
