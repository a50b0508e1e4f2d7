/**
 * The locale that dates, times and money are written in: the browser's locale for the app's language
 * ('en-GB' where the app speaks English), else the language itself.
 */
export function formatLocale(language: string): string {
  return navigator.languages.find((tag) => tag.split('-')[0] === language) ?? language;
}

/** The clock on which times are written in a language: h12 or h23 (h11 and h24 write midnight another way). */
export const hourCycleOf = (language: string) => new Intl.DateTimeFormat(formatLocale(language), { hour: 'numeric' }).resolvedOptions().hourCycle;
