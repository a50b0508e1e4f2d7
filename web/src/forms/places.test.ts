import { beforeAll, describe, expect, it } from 'vitest';
import { countryLabel, guessCountry, regionsOf, suggestedCurrency } from './places';
import { loadReference, type Reference } from './reference-data';

let reference: Reference;
beforeAll(async () => {
  reference = await loadReference();
});

describe('the guessed country', () => {
  it.each([
    ['Europe/Berlin', ['en-GB'], 'Germany-DE'],
    ['Africa/Lagos', ['en-US'], 'Nigeria-NG'],
    ['Asia/Tokyo', ['ja'], 'Japan-JP'],
    ['America/New_York', ['es-MX'], 'United States-US'],
    ['UTC', ['fr-FR'], 'France-FR'],
    ['UTC', ['fr'], ''],
    ['UTC', ['not a language', 'es-PE'], 'Peru-PE'],
  ])('of a device in %s that speaks %j is %s', (timezone, languages, country) => {
    expect(guessCountry(reference, { timezone, languages })).toBe(country);
  });

  it('suggests its currency and its regions', () => {
    expect(suggestedCurrency(reference, 'Japan-JP')).toBe('JPY-JP');
    expect(regionsOf(reference, 'Germany-DE')).toContain('Berlin');
  });
});

describe('what a country is called', () => {
  const germany = { countryName: 'Germany', countryCode: 'DE' };
  it.each([
    ['en', 'Germany'],
    ['fr', 'Allemagne'],
    ['es', 'Alemania'],
    ['ar', 'ألمانيا'],
  ])('in %s is %s', (language, label) => expect(countryLabel(germany, language)).toBe(label));

  it('is its English name where no language knows it', () => {
    expect(countryLabel({ countryName: 'Nowhere', countryCode: 'ZZZZ' }, 'fr')).toBe('Nowhere');
  });
});
