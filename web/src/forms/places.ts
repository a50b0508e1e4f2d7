import type { Country, Reference } from './reference-data';

/** The country as it travels: 'Peru-PE'. Names are cut where name and code would be too long for the call. */
export function countryValue({ countryName, countryCode }: Country): string {
  return `${countryName.slice(0, 57).trim()}-${countryCode}`;
}

/** What a country is called in a language; the reference data speaks English. */
export function countryLabel({ countryName, countryCode }: Pick<Country, 'countryName' | 'countryCode'>, language: string): string {
  if (language === 'en') return countryName;
  try {
    return new Intl.DisplayNames(language, { type: 'region', fallback: 'none' }).of(countryCode) ?? countryName;
  } catch {
    return countryName;
  }
}

/** Entries of a list in the order of their language. */
export const inOrder = <E extends { label: string }>(entries: E[], language: string): E[] =>
  entries.sort((one, other) => one.label.localeCompare(other.label, language));

/** The currency as it travels: 'PEN-PE'. */
export const currencyValue = ({ currencyCode, countryCode }: Country) => `${currencyCode}-${countryCode}`;

/** The ISO code at the end of 'Peru-PE' or 'PEN-PE'. */
export const codeOf = (value: string) => value.slice(value.lastIndexOf('-') + 1);

/** 'Peru' of 'Peru-PE'. */
export const nameOf = (value: string) => (value.includes('-') ? value.slice(0, value.lastIndexOf('-')) : value);

/** The regions of the chosen country; none for territories that have none, whose city is typed. */
export function regionsOf(reference: Reference, country: string): string[] {
  const names = reference.regions[codeOf(country)] ?? [];
  return [...new Set(names)].filter((name) => name.length >= 3);
}

/** The currency that a country suggests. */
export function suggestedCurrency(reference: Reference, country: string): string {
  const chosen = reference.countries.find(({ countryCode }) => countryCode === codeOf(country));
  return chosen?.currencyCode ? currencyValue(chosen) : '';
}

/** Where the device seems to be: its time zone, and the languages it speaks in the order it prefers them. */
export interface DevicePlace {
  timezone: string;
  languages: readonly string[];
}

type LocaleWithZones = Intl.Locale & { timeZones?: readonly string[]; getTimeZones?: () => readonly string[] | undefined };

/** The zones of a country, where the browser knows them. */
function zonesOf(countryCode: string): readonly string[] {
  const locale: LocaleWithZones = new Intl.Locale('und', { region: countryCode });
  return locale.getTimeZones?.() ?? locale.timeZones ?? [];
}

/** The region of a language tag; devices are known to name languages that are none. */
function regionOf(tag: string): string | undefined {
  try {
    return new Intl.Locale(tag).region;
  } catch {
    return undefined;
  }
}

/**
 * The country somebody most likely works in: the one whose time zone the device keeps (of several the one its language
 * names), else the one its language names. '' when neither is known to the reference data.
 */
export function guessCountry({ countries }: Reference, { timezone, languages }: DevicePlace): string {
  const spoken = languages.map(regionOf).find((region) => countries.some(({ countryCode }) => countryCode === region));
  const inZone = countries.filter(({ countryCode }) => zonesOf(countryCode).includes(timezone));
  const found =
    inZone.find(({ countryCode }) => countryCode === spoken) ??
    inZone.sort((one, other) => other.population - one.population).at(0) ??
    countries.find(({ countryCode }) => countryCode === spoken);
  return found ? countryValue(found) : '';
}

/** A country as it travels ('Germany-DE') as people read it: 'Germany', in the language given. */
export function placeName(country: string, language: string): string {
  if (!country.includes('-')) return country;
  return countryLabel({ countryName: nameOf(country), countryCode: codeOf(country) }, language);
}
