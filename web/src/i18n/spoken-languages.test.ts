import reference from '@contracts/reference.json';
import { expect, it } from 'vitest';
import { spokenLanguage } from './spoken-languages';

it('every language that can be spoken has a name in each language of the app', () => {
  expect(reference.languages.slice(0, 4)).toEqual(['english', 'french', 'spanish', 'arabic']);
  for (const shownIn of ['en', 'fr', 'es', 'ar', 'de', 'pt']) {
    const names = reference.languages.map((language) => spokenLanguage(shownIn, language));
    if (shownIn === 'ar') expect(names.filter((name) => reference.languages.includes(name))).toEqual([]);
    expect(new Set(names).size).toBe(names.length);
  }
  expect(spokenLanguage('de', 'portuguese')).toBe('Portugiesisch');
});
