import { loadPart } from '@/platform/load-part';
import { formatLocale } from './format-locale';
import { numberFormat, pluralRules } from './intl';
import type { Texts } from './text-tree';
import shell from './en/shell.json';
import ui from './en/ui.json';

/** The values of a text's placeholders; `count` chooses its plural form, `defaultValue` stands in for a missing text. */
export type TextValues = Readonly<Record<string, unknown>>;
export type TranslateAny = (key: string, values?: TextValues | string) => string;

/** Its texts are complete, and those of the shell are part of the first load. */
const fallbackLanguage = 'en';
/** Shows what is not translated, or has no room (pseudo-texts.ts). Only an address names it: `?lang=en-XA`. */
export const pseudoLanguage = 'en-XA';
/** The namespace of keys that name none. */
export const defaultNamespace = 'shell';

/** One small file for each language and namespace, fetched when a screen first needs it. */
const files = import.meta.glob<{ default: Texts }>(['./*/*.json', '!./*/first-words.json']);

const loaded = new Map<string, Texts>([
  ['en/shell', shell],
  ['en/ui', ui],
]);
const loads = new Map<string, Promise<void>>();
const failures = new Map<string, unknown>();
const listeners = new Set<() => void>();
let language = fallbackLanguage;
let wantedLanguage = fallbackLanguage;

const fileOf = (namespace: string, of = language) => `${of}/${namespace}`;

/** How the texts of a file are fetched. The pseudo-language has no files: its texts are made of the English ones. */
function fetchOf(file: string): (() => Promise<{ default: Texts }>) | undefined {
  const [of, namespace = ''] = file.split('/');
  if (of !== pseudoLanguage) return files[`./${file}.json`];
  const fetchEnglish = files[`./${fileOf(namespace, fallbackLanguage)}.json`];
  return (
    fetchEnglish &&
    (() =>
      Promise.all([import('./pseudo-texts'), fetchEnglish()]).then(([{ pseudoTexts }, english]) => ({
        default: pseudoTexts(english.default),
      })))
  );
}

function load(file: string): Promise<void> {
  const fetchTexts = fetchOf(file);
  if (!fetchTexts) loaded.set(file, {});
  if (loaded.has(file) || !fetchTexts) return Promise.resolve();
  const underWay = loads.get(file);
  if (underWay) return underWay;
  const started = loadPart(fetchTexts).then(
    (texts) => void loaded.set(file, texts.default),
    (error: unknown) => {
      failures.set(file, error);
      throw error;
    },
  );
  loads.set(file, started);
  return started;
}

/** Forgets which files did not arrive, so that whoever needs them asks again. */
function retryTexts(): void {
  for (const file of failures.keys()) loads.delete(file);
  failures.clear();
}

/** Loads the texts of a namespace in the current language; again, if they did not arrive before. */
export function loadTexts(namespace: string): Promise<void> {
  if (failures.has(fileOf(namespace))) retryTexts();
  return load(fileOf(namespace));
}

/** The load of what is missing of these namespaces, null when nothing is. Throws the failure of one that did not arrive. */
export function pendingTexts(namespaces: readonly string[]): Promise<unknown> | null {
  const missing = namespaces.map((namespace) => fileOf(namespace)).filter((file) => !loaded.has(file));
  for (const file of missing) if (failures.has(file)) throw failures.get(file);
  return missing.length > 0 ? Promise.all(missing.map(load)) : null;
}

/** Adds the texts of a file, named as 'en/feed'. */
export const addTexts = (file: string, texts: Texts) => void loaded.set(file, texts);

export const currentLanguage = () => language;

/** Calls the listener after each change of the language; returns how to stop that. */
export function onLanguageChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** Switches to a language once it has everything that the present one has loaded. */
export async function switchLanguage(to: string): Promise<void> {
  const namespaces = new Set([...loaded.keys()].map((file) => file.slice(file.indexOf('/') + 1)));
  wantedLanguage = to;
  retryTexts();
  await Promise.all([...namespaces].map((namespace) => load(fileOf(namespace, to))));
  if (wantedLanguage === to) speak(to);
}

/** Switches to a language whose texts are loaded. */
export function speak(to: string): void {
  language = to;
  listeners.forEach((listener) => listener());
}

function find(file: string, key: string): string | undefined {
  let at: string | Texts | undefined = loaded.get(file);
  for (const part of key.split('.')) at = typeof at === 'object' ? at[part] : undefined;
  return typeof at === 'string' ? at : undefined;
}

/** The keys to look under, the best first: a form for none, the plural form of the language, the key itself. */
function formsOf(key: string, of: string, count: unknown): string[] {
  if (typeof count !== 'number') return [key];
  const category = pluralRules(of).select(count);
  // The key itself is the form for one. What a language has no form of its own for is said as 'other'.
  const forms = category === 'one' ? [`${key}_one`, key] : [`${key}_${category}`, `${key}_other`, key];
  return count === 0 ? [`${key}_zero`, ...forms] : forms;
}

function lookUp(namespaces: readonly string[], key: string, count: unknown): string | undefined {
  for (const namespace of namespaces) {
    for (const of of new Set([language, fallbackLanguage])) {
      for (const form of formsOf(key, of, count)) {
        const text = find(fileOf(namespace, of), form);
        if (text !== undefined) return text;
      }
    }
  }
  return undefined;
}

const written = (value: unknown) =>
  typeof value === 'number' ? numberFormat(formatLocale(language)).format(value) : typeof value === 'string' ? value : '';

/** Returns the text of a key ('key', or 'namespace:key') with its values filled in; the key itself when there is no such text. */
export function textOf(namespaces: readonly string[], key: string, values: TextValues | string = {}): string {
  const named = typeof values === 'string' ? { defaultValue: values } : values;
  const colon = key.indexOf(':');
  const bare = key.slice(colon + 1);
  const text = lookUp(colon < 0 ? namespaces : [key.slice(0, colon)], bare, named['count']) ?? (written(named['defaultValue']) || bare);
  return text.replace(/\{\{(\w+)\}\}/g, (_all, name: string) => written(named[name]));
}
