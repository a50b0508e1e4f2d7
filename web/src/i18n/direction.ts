const rightToLeft: ReadonlySet<string> = new Set(['ar']);

/** The direction that a language is written in. */
export const directionOf = (language: string): 'ltr' | 'rtl' => (rightToLeft.has(language) ? 'rtl' : 'ltr');
