import { displayName } from './intl-words';

/** The tags of what providers can say they speak, by the names on the wire (product.md 3.2). */
const tags: Readonly<Record<string, string>> = {
  english: 'en',
  french: 'fr',
  spanish: 'es',
  arabic: 'ar',
  german: 'de',
  portuguese: 'pt',
  italian: 'it',
  dutch: 'nl',
  polish: 'pl',
  turkish: 'tr',
  russian: 'ru',
  ukrainian: 'uk',
  romanian: 'ro',
  greek: 'el',
  swedish: 'sv',
  hebrew: 'he',
  persian: 'fa',
  urdu: 'ur',
  hindi: 'hi',
  bengali: 'bn',
  chinese: 'zh',
  japanese: 'ja',
  korean: 'ko',
  vietnamese: 'vi',
  indonesian: 'id',
  swahili: 'sw',
};

/** The name of a language that a provider speaks, in the language of the app; as on the wire where the browser does not know it. */
export function spokenLanguage(shownIn: string, name: string): string {
  const tag = Object.hasOwn(tags, name) ? tags[name] : undefined;
  return (tag && displayName(shownIn, 'language', tag)) ?? name;
}
