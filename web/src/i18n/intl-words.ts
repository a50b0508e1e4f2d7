import { madeOnce } from './intl';

/* The formatters of words. They are apart from those that every first screen needs. */

export const listFormat = madeOnce((locale, options: Intl.ListFormatOptions | undefined) => new Intl.ListFormat(locale, options));
export const relativeTimeFormat = madeOnce(
  (locale, options: Intl.RelativeTimeFormatOptions | undefined) => new Intl.RelativeTimeFormat(locale, options),
);

/** The name of a region or a language, in another language; undefined for what has none. */
export function displayName(language: string, type: 'region' | 'language', code: string): string | undefined {
  try {
    return new Intl.DisplayNames(language, { type, fallback: 'none' }).of(code);
  } catch {
    return undefined;
  }
}

/** The time zones that this browser lists. */
export const listedZones = (): string[] => ('supportedValuesOf' in Intl ? Intl.supportedValuesOf('timeZone') : []);
