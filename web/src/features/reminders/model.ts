/** What a provider wants reminded, and the texts of mails to their clients (product.md 4.15, 5.3). */

import type { Reminder, TextVariable } from './api';

const HOUR = 60;
const DAY = 24 * HOUR;
/** Minutes before a session. */
const USUAL = [15, 30, HOUR, 2 * HOUR, 3 * HOUR, 6 * HOUR, 12 * HOUR, DAY, 2 * DAY, 3 * DAY, 7 * DAY, 14 * DAY];
/** Hours after completion. */
const USUAL_FOLLOW_UPS = [1, 3, 24, 72, 168];
export const MOST_REMINDERS = 5;

export type Unit = 'minutes' | 'hours' | 'days';

/** A length of time in the largest unit that fits. */
export function inUnits(minutes: number): { unit: Unit; count: number } {
  if (minutes % DAY === 0) return { unit: 'days', count: minutes / DAY };
  return minutes % HOUR === 0 ? { unit: 'hours', count: minutes / HOUR } : { unit: 'minutes', count: minutes };
}

const withStored = (usual: readonly number[], stored: readonly number[]): number[] =>
  [...new Set([...usual, ...stored])].sort((a, b) => a - b);

/** The times that can be chosen; those that are kept are offered even if they are none of the usual ones. */
export const timesWith = (kept: readonly Reminder[]): number[] =>
  withStored(
    USUAL,
    kept.map(({ minutes_ahead }) => minutes_ahead),
  );
export const followUpsWith = (kept: number | null): number[] => withStored(USUAL_FOLLOW_UPS, kept === null ? [] : [kept]);

/** One more reminder: at the first usual time, beginning with a day, that none has yet. */
export function another(reminders: readonly Reminder[]): Reminder {
  const taken = reminders.map(({ minutes_ahead }) => minutes_ahead);
  const free = [DAY, HOUR, ...USUAL].find((minutes) => !taken.includes(minutes)) ?? DAY;
  return { minutes_ahead: free, by_mail: true, by_push: true };
}

/** What is wrong with one of the reminders; null for nothing. */
export function problemOf(reminders: readonly Reminder[], index: number): 'sameTime' | 'byNothing' | null {
  const mine = reminders[index];
  if (!mine) return null;
  if (!mine.by_mail && !mine.by_push) return 'byNothing';
  return reminders.some((other, place) => place < index && other.minutes_ahead === mine.minutes_ahead) ? 'sameTime' : null;
}

const inBraces = /\{([^{}]*)\}/g;

/** The first thing in braces for which nothing can be filled in, with its braces; '' for none. */
export function unknownVariable(text: string, variables: readonly TextVariable[]): string {
  for (const [whole, name] of text.matchAll(inBraces)) {
    if (!variables.some((one) => one.name === name)) return whole;
  }
  return '';
}

/** The text with examples filled in, as a client could read it. */
export const filledIn = (text: string, variables: readonly TextVariable[]): string =>
  text.replace(inBraces, (whole, name: string) => variables.find((one) => one.name === name)?.example ?? whole);

/** A blank line begins a paragraph, as in the mail. */
export const paragraphsOf = (text: string): string[] =>
  text
    .split(/\n\s*\n/)
    .map((one) => one.trim())
    .filter(Boolean);

/** A text with something put in where the cursor stands, in place of what is marked. */
export function inserted(text: string, part: string, start: number | null, end: number | null): { text: string; cursor: number } {
  const from = start ?? text.length;
  return { text: text.slice(0, from) + part + text.slice(end ?? from), cursor: from + part.length };
}
