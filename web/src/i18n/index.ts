import { directionOf } from './direction';
import { currentLanguage, defaultNamespace, onLanguageChange, switchLanguage, textOf } from './texts';

export const languages = { en: 'English', fr: 'Français', es: 'Español', ar: 'العربية' } as const;
export type Language = keyof typeof languages;
export { directionOf } from './direction';
export type { Namespace } from './resources';
export { currentLanguage, loadTexts } from './texts';

const storageKey = 'language';

function isLanguage(value: string | null | undefined): value is Language {
  return !!value && value in languages;
}

function preferredLanguage(): Language {
  const stored = localStorage.getItem(storageKey);
  if (isLanguage(stored)) return stored;
  return navigator.languages.map((tag) => tag.split('-')[0]).find(isLanguage) ?? 'en';
}

function writeOnDocument(): void {
  document.documentElement.lang = currentLanguage();
  document.documentElement.dir = directionOf(currentLanguage());
}

/** Starts the texts in the visitor's language; English is the fallback and is always complete. */
export async function startTexts(language: Language = preferredLanguage()): Promise<void> {
  onLanguageChange(writeOnDocument);
  await switchLanguage(language);
}

/** Changes the language and remembers the choice on this device. */
export async function chooseLanguage(language: Language): Promise<void> {
  localStorage.setItem(storageKey, language);
  await switchLanguage(language);
}

/** The text of a key such as 'ui:close', for code that is no component. */
export const text = (key: string): string => textOf([defaultNamespace], key);
