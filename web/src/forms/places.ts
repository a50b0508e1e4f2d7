import { localeOf } from '@/i18n/intl';
import { displayName } from '@/i18n/intl-words';
import type { Country, Reference } from './reference-data';

/** The wire format of a country: 'Peru-PE'. Names that would exceed the call's limit are truncated. */
export function countryValue({ countryName, countryCode }: Country): string {
  return `${countryName.slice(0, 57).trim()}-${countryCode}`;
}

/** A country's name in a language. The reference data is in English. */
export function countryLabel({ countryName, countryCode }: Pick<Country, 'countryName' | 'countryCode'>, language: string): string {
  if (language === 'en') return countryName;
  return displayName(language, 'region', countryCode) ?? countryName;
}

/** Sorts entries by the rules of a language. */
export const sortByLabel = <E extends { label: string }>(entries: E[], language: string): E[] =>
  entries.sort((one, other) => one.label.localeCompare(other.label, language));

/** The wire format of a currency: 'PEN-PE'. */
export const currencyValue = ({ currencyCode, countryCode }: Country) => `${currencyCode}-${countryCode}`;

/** The ISO code at the end of 'Peru-PE' or 'PEN-PE'. */
const codeOf = (value: string) => value.slice(value.lastIndexOf('-') + 1);

/** 'Peru' of 'Peru-PE'. */
const nameOf = (value: string) => (value.includes('-') ? value.slice(0, value.lastIndexOf('-')) : value);

/** The regions of a country; empty for territories without regions, where the city is typed. */
export function regionsOf(reference: Reference, country: string): string[] {
  const names = reference.regions[codeOf(country)] ?? [];
  return [...new Set(names)].filter((name) => name.length >= 3);
}

/** The suggested currency of a country. */
export function suggestedCurrency(reference: Reference, country: string): string {
  const chosen = reference.countries.find(({ countryCode }) => countryCode === codeOf(country));
  return chosen?.currencyCode ? currencyValue(chosen) : '';
}

/** The device's time zone, and its languages in order of preference. */
export interface DeviceLocale {
  timezone: string;
  languages: readonly string[];
}

type LocaleWithZones = Intl.Locale & { timeZones?: readonly string[]; getTimeZones?: () => readonly string[] | undefined };

/** The time zones of a country, where the browser knows them. */
function zonesOf(countryCode: string): readonly string[] {
  const locale: LocaleWithZones | null = localeOf('und', { region: countryCode });
  return locale?.getTimeZones?.() ?? locale?.timeZones ?? [];
}

/** The region of a language tag. Devices may report invalid tags. */
const regionOf = (tag: string): string | undefined => localeOf(tag)?.region;

/**
 * The most likely country of the user: one that has the device's time zone (of several, the one of its language), else
 * the one of its language. '' when the reference data knows neither.
 */
export function guessCountry({ countries }: Reference, { timezone, languages }: DeviceLocale): string {
  const spoken = languages.map(regionOf).find((region) => countries.some(({ countryCode }) => countryCode === region));
  const inZone = countries.filter(({ countryCode }) => zonesOf(countryCode).includes(timezone));
  const found =
    inZone.find(({ countryCode }) => countryCode === spoken) ??
    inZone.sort((one, other) => other.population - one.population).at(0) ??
    countries.find(({ countryCode }) => countryCode === spoken);
  return found ? countryValue(found) : '';
}

/** Formats a country's wire value ('Germany-DE') in a language: 'Germany'. */
export function placeName(country: string, language: string): string {
  if (!country.includes('-')) return country;
  return countryLabel({ countryName: nameOf(country), countryCode: codeOf(country) }, language);
}
