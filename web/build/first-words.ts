import { readFileSync } from 'node:fs';
import type { Plugin } from 'vite';
import languages from '../../proto-contracts/generated/languages.json' with { type: 'json' };

/** What a page says while the app has not started (src/i18n/<language>/first-words.json). */
interface FirstWords {
  notLoaded: string;
  tryAgain: string;
  needsJavaScript: string;
}

const read = (tag: string) =>
  JSON.parse(readFileSync(new URL(`../src/i18n/${tag}/first-words.json`, import.meta.url), 'utf8')) as FirstWords;

const inEveryLanguage = (say: (words: FirstWords) => string) =>
  Object.entries(languages).map(
    ([tag, { direction }]) => `<p lang="${tag}"${direction === 'rtl' ? ' dir="rtl"' : ''}>${say(read(tag))}</p>`,
  );

const link = (text: string) => `<a href="">${text}</a>`;

/** Writes what index.html says before the app does, in every language. */
export function firstWords(): Plugin {
  return {
    name: 'first-words',
    transformIndexHtml: (page) =>
      page
        .replace('<!-- first-words: not-loaded -->', () =>
          inEveryLanguage(({ notLoaded, tryAgain }) => `${notLoaded} ${link(tryAgain)}`).join(''),
        )
        .replace('<!-- first-words: needs-javascript -->', () =>
          inEveryLanguage(({ needsJavaScript }) =>
            needsJavaScript.replace(/<reload>(.*?)<\/reload>/, (_all, text: string) => link(text)),
          ).join(''),
        ),
  };
}
