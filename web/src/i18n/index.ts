import i18next, { type BackendModule, type ReadCallback } from 'i18next';
import { initReactI18next } from 'react-i18next';
import shell from './en/shell.json';
import ui from './en/ui.json';

export const languages = { en: 'English', fr: 'Français', es: 'Español', ar: 'العربية' } as const;
export type Language = keyof typeof languages;
export type { Namespace } from './resources';

const storageKey = 'language';
const rightToLeft: ReadonlySet<string> = new Set(['ar']);

/** One small file for each language and namespace, fetched when a screen first needs it. */
const files = import.meta.glob<{ default: Record<string, unknown> }>('./{en,fr,es,ar}/*.json');

const textFiles: BackendModule = {
  type: 'backend',
  init: () => undefined,
  read(language: string, namespace: string, done: ReadCallback) {
    const load = files[`./${language}/${namespace}.json`];
    if (!load) return done(null, {});
    load().then(
      (file) => done(null, file.default as Parameters<ReadCallback>[1]),
      (error: unknown) => done(error instanceof Error ? error : new Error(String(error)), false),
    );
  },
};

function isLanguage(value: string | null | undefined): value is Language {
  return !!value && value in languages;
}

function preferredLanguage(): Language {
  const stored = localStorage.getItem(storageKey);
  if (isLanguage(stored)) return stored;
  return navigator.languages.map((tag) => tag.split('-')[0]).find(isLanguage) ?? 'en';
}

export const directionOf = (language: string): 'ltr' | 'rtl' => (rightToLeft.has(language) ? 'rtl' : 'ltr');

function writeOnDocument(language: string): void {
  document.documentElement.lang = language;
  document.documentElement.dir = directionOf(language);
}

/** Starts the texts in the visitor's language; English is the fallback and is always complete. */
export async function startTexts(language: Language = preferredLanguage()): Promise<void> {
  i18next.on('languageChanged', writeOnDocument);
  await i18next
    .use(textFiles)
    .use(initReactI18next)
    .init({
      lng: language,
      fallbackLng: 'en',
      supportedLngs: Object.keys(languages),
      ns: ['shell', 'ui'],
      defaultNS: 'shell',
      resources: { en: { shell, ui } },
      partialBundledLanguages: true,
      interpolation: { escapeValue: false },
      returnNull: false,
    });
}

/** Changes the language and remembers the choice on this device. */
export async function chooseLanguage(language: Language): Promise<void> {
  localStorage.setItem(storageKey, language);
  await i18next.changeLanguage(language);
}

export const loadTexts = (namespace: string) => i18next.loadNamespaces(namespace);
export const currentLanguage = () => i18next.resolvedLanguage ?? 'en';
