/**
 * The locale that dates, times and money are written in: the browser's locale for the app's language
 * ('en-GB' where the app speaks English), else the language itself.
 */
export function formatLocale(language: string): string {
  return navigator.languages.find((tag) => tag.split('-')[0] === language) ?? language;
}
