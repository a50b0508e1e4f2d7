import { dateTimeFormat, localeOf } from './intl';

/**
 * The locale that dates, times and money are written in: the browser's locale for the app's language
 * ('en-GB' where the app speaks English), else the language itself. Some systems name locales that are none, such as 'en-US@posix'.
 */
export function formatLocale(language: string): string {
  return navigator.languages.find((tag) => tag.split('-')[0] === language && localeOf(tag)) ?? language;
}

/** The clock on which times are written in a language: h12 or h23 (h11 and h24 write midnight another way). */
export const hourCycleOf = (language: string) => dateTimeFormat(formatLocale(language), { hour: 'numeric' }).resolvedOptions().hourCycle;

/** What newer engines know of a locale's week; the ECMAScript library of the compiler does not have it yet. */
interface LocaleWeek {
  getWeekInfo?: () => { firstDay: number };
}

/** The first day of the week in a locale: 1 for Monday to 7 for Sunday; Monday where the browser does not know. */
export const firstWeekdayOf = (locale: string): number => (localeOf(locale) as LocaleWeek | null)?.getWeekInfo?.().firstDay ?? 1;
