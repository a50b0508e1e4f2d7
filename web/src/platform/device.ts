/** The viewer's IANA zone. */
export const deviceTimezone = () => Intl.DateTimeFormat().resolvedOptions().timeZone;

/** Timezone, language and platform, sent with write calls as `iv_device_data`. */
export function deviceData(): string {
  return JSON.stringify({
    timezone: deviceTimezone(),
    language: document.documentElement.lang, // the page's language, which the user chose
    platform: {
      userAgent: navigator.userAgent,
      language: navigator.language,
      languages: navigator.languages,
      screen: { width: window.screen.width, height: window.screen.height, ratio: window.devicePixelRatio },
    },
  });
}
