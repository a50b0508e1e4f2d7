/*
 * The formatters of the app, those of words in intl-words.ts. A browser throws at a time zone or a language tag that it does not
 * know: zones come from providers and from the device, tags from the device. A time in such a zone is written in UTC; who shows
 * it asks `isZoneKnown` and names the zone that is shown. Tags are chosen by format-locale.ts. eslint.config.js keeps all other
 * code from Intl and from the tags of the device.
 */

/** What a system without a time zone has its browser say. */
const noZone = 'Etc/Unknown';

const zones = new Map<string, boolean>();

/** Whether this browser can show the clock of a time zone. */
export function isZoneKnown(timezone: string): boolean {
  let known = zones.get(timezone);
  if (known === undefined) {
    known = timezone !== noZone;
    try {
      new Intl.DateTimeFormat('en', { timeZone: timezone });
    } catch {
      known = false;
    }
    zones.set(timezone, known);
  }
  return known;
}

/** The time zone of the browser's system; '' where it says none, or one whose clock it cannot show. */
export function systemZone(): string {
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
  return isZoneKnown(timeZone) ? timeZone : '';
}

/** What a language tag says of itself; null for a text that is none, such as 'en-US@posix'. */
export function localeOf(tag: string, options?: Intl.LocaleOptions): Intl.Locale | null {
  try {
    return new Intl.Locale(tag, options);
  } catch {
    return null;
  }
}

/** Formatters take a phone a millisecond or more to make, and every card and every slot asks for one: each is made once. */
export function madeOnce<O, F>(make: (locale: string, options: O | undefined) => F): (locale: string, options?: O) => F {
  const made = new Map<string, F>();
  return (locale, options) => {
    const key = `${locale} ${JSON.stringify(options)}`;
    const format = made.get(key) ?? make(locale, options);
    made.set(key, format);
    return format;
  };
}

export const dateTimeFormat = madeOnce((locale, options: Intl.DateTimeFormatOptions | undefined) => {
  const isUnknown = options?.timeZone !== undefined && !isZoneKnown(options.timeZone);
  return new Intl.DateTimeFormat(locale, isUnknown ? { ...options, timeZone: 'UTC' } : options);
});
export const numberFormat = madeOnce((locale, options: Intl.NumberFormatOptions | undefined) => new Intl.NumberFormat(locale, options));
export const pluralRules = madeOnce((locale, options: Intl.PluralRulesOptions | undefined) => new Intl.PluralRules(locale, options));
