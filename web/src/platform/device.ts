import { hourCycleOf } from '@/i18n/format-locale';
import { isZoneKnown, systemZone } from '@/i18n/intl';
import { currentLanguage } from '@/i18n/texts';
import { isNative } from './native';
import { assumedOnServer } from './rendered-page';

/** How long the browser's answer is kept, in milliseconds. A phone takes several milliseconds for each answer, and a screen asks often. */
const zoneHolds = 10_000;
let zone = { name: '', askedAt: -Infinity };

function zoneOfBrowser(): string {
  const now = performance.now();
  if (now - zone.askedAt > zoneHolds) zone = { name: systemZone(), askedAt: now };
  return zone.name;
}

/** In which zone times are shown to a viewer whose own is not known. */
const commonZone = 'UTC';

/** The viewer's IANA zone; '' where the browser says none, or one that it cannot show. */
export const ownTimezone = () => (import.meta.env.SSR ? assumedOnServer().timezone || commonZone : zoneOfBrowser());

/** The zone in which times are shown: the viewer's own, else UTC. */
export const deviceTimezone = () => ownTimezone() || commonZone;

/** The zone, if this browser can show its clock; else the one of the device. */
export const shownTimezone = (timezone: string) => (isZoneKnown(timezone) ? timezone : deviceTimezone());

/** How times are read here. The server writes them so in alerts and mails (product.md 1.9); '' changes nothing there. */
export const deviceReading = () => ({ timezone: ownTimezone(), hourCycle: hourCycleOf(currentLanguage()) ?? '' });

/**
 * What signing in and up say of the device. A browser asks for the cookie that binds the login to it; the app of a phone keeps no
 * cookies, and neither does a browser whose user blocks them: a login bound there would hold for no call.
 */
export const deviceSigningIn = () => deviceData(currentLanguage(), { bound: !isNative() && navigator.cookieEnabled });

/** Timezone, language, clock and platform, sent with write calls as `iv_device_data`. */
export function deviceData(language = currentLanguage(), more: { bound?: boolean } = {}): string {
  return JSON.stringify({
    ...more,
    timezone: ownTimezone(),
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
