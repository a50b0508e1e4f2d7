import type { Country, Reference } from '@/forms';

/** The country as it travels: 'Peru-PE'. Names are cut where name and code would be too long for the call. */
export function countryValue({ countryName, countryCode }: Country): string {
  return `${countryName.slice(0, 57).trim()}-${countryCode}`;
}

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
