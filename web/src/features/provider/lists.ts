import { codeOf, countryLabel, nameOf } from '@/features/onboarding';

/** A list that the API carries as a JSON string; an unreadable one is empty. */
export function listOf<T extends string = string>(json: string): T[] {
  if (!json) return [];
  try {
    const parsed: unknown = JSON.parse(json);
    return Array.isArray(parsed) ? (parsed as T[]) : [];
  } catch {
    return [];
  }
}

/** 'Germany-DE' is shown as Germany, or as what a language calls it. */
export function placeName(country: string, language: string): string {
  if (!country.includes('-')) return country;
  return countryLabel({ countryName: nameOf(country), countryCode: codeOf(country) }, language);
}
