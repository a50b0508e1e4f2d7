import { codeOf, countryLabel, nameOf } from '@/features/onboarding';

/** 'Germany-DE' is shown as Germany, or as what a language calls it. */
export function placeName(country: string, language: string): string {
  if (!country.includes('-')) return country;
  return countryLabel({ countryName: nameOf(country), countryCode: codeOf(country) }, language);
}
