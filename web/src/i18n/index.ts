import languages from '@contracts/languages.json';
import { deviceStorage } from '@/platform/site-data';
import { currentLanguage, defaultNamespace, onLanguageChange, pseudoLanguage, switchLanguage, textOf } from './texts';

/** The languages by tag: those of the contract, each with a folder of texts here. */
export { languages };
export type Language = keyof typeof languages;
export type { Namespace } from './resources';
export { currentLanguage, loadTexts } from './texts';

const rightToLeft = new Set(Object.entries(languages).flatMap(([tag, { direction }]) => (direction === 'rtl' ? [tag] : [])));

/** The direction that a language is written in. */
export const directionOf = (language: string): 'ltr' | 'rtl' => (rightToLeft.has(language) ? 'rtl' : 'ltr');

const storageKey = 'language';
/** Search engines list each language of a page at an address of its own, such as /p/ana?lang=fr (product.md 2.8). */
const addressParameter = 'lang';

function isLanguage(value: string | null | undefined): value is Language {
  return !!value && value in languages;
}

/** The language that the user chose on this device, if any. */
export function chosenLanguage(): Language | null {
  const stored = deviceStorage.getItem(storageKey);
  return isLanguage(stored) ? stored : null;
}

/** The language that the address names, else the one chosen on this device, else the browser's. */
export function preferredLanguage(): Language | typeof pseudoLanguage {
  const named = new URLSearchParams(window.location.search).get(addressParameter);
  if (isLanguage(named) || named === pseudoLanguage) return named;
  return chosenLanguage() ?? navigator.languages.map((tag) => tag.split('-')[0]).find(isLanguage) ?? 'en';
}

function writeOnDocument(): void {
  document.documentElement.lang = currentLanguage();
  document.documentElement.dir = directionOf(currentLanguage());
}

/** Follows a language that another window of the app has chosen. */
function followOtherWindow({ key }: StorageEvent): void {
  if (key === storageKey) void switchLanguage(preferredLanguage());
}

/** Starts the texts in the visitor's language; English is the fallback and is always complete. */
export async function startTexts(language: string = preferredLanguage()): Promise<void> {
  onLanguageChange(writeOnDocument);
  window.addEventListener('storage', followOtherWindow);
  await switchLanguage(language);
}

/** Changes the language and remembers the choice on this device. An address that names another language no longer does. */
export async function chooseLanguage(language: Language): Promise<void> {
  deviceStorage.setItem(storageKey, language);
  const address = new URL(window.location.href);
  if (address.searchParams.has(addressParameter)) {
    address.searchParams.delete(addressParameter);
    window.history.replaceState(window.history.state, '', address);
  }
  await switchLanguage(language);
}

/** The text of a key such as 'ui:close', for code that is no component. */
export const text = (key: string): string => textOf([defaultNamespace], key);
