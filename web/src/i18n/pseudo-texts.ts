import type { Texts } from './text-tree';

/*
 * The pseudo-language en-XA (Unicode's tag for pseudo-accents) shows faults that no translation shows. A sentence without brackets
 * was never translated. A sentence without its closing bracket is cut off. Sentences are 40 % longer, as those of most languages are.
 */

const plain = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const accented = 'ÅƁÇÐÉƑĜĤÎĴĶĻṀÑÖÞǪŔŠŢÛṼŴẊÝŽåƀçðéƒĝĥîĵķļṁñöþǫŕšţûṽŵẋýž';
/** How much longer a text becomes. */
const growth = 0.4;
const filling = ['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten'];
/** Placeholders and tags, which stay as they are. */
const kept = /(\{\{\w+\}\}|<\/?\w+>)/;

const accent = (text: string) => [...text].map((letter) => accented[plain.indexOf(letter)] ?? letter).join('');

/** Words of altogether at least this many letters. */
function words(letters: number): string {
  let text = '';
  for (let at = 0; text.length < letters; at += 1) text += ` ${filling[at % filling.length] ?? ''}`;
  return text;
}

/** Writes an English text in the pseudo-language: with accents, 40 % longer, in brackets. */
export function pseudoText(english: string): string {
  const pieces = english.split(kept);
  const letters = pieces.filter((_, at) => at % 2 === 0).join('').length;
  const body = pieces.map((piece, at) => (at % 2 === 0 ? accent(piece) : piece)).join('');
  return `[${body}${accent(words(Math.ceil(letters * growth)))}]`;
}

/** Writes all texts of a file in the pseudo-language, under the same keys. */
export function pseudoTexts(english: Texts): Texts {
  return Object.fromEntries(
    Object.entries(english).map(([key, value]) => [key, typeof value === 'string' ? pseudoText(value) : pseudoTexts(value)]),
  );
}
