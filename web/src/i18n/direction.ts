import languages from '@contracts/languages.json';

const rightToLeft = new Set(Object.entries(languages).flatMap(([tag, { direction }]) => (direction === 'rtl' ? [tag] : [])));

/** The direction that a language is written in. */
export const directionOf = (language: string): 'ltr' | 'rtl' => (rightToLeft.has(language) ? 'rtl' : 'ltr');
