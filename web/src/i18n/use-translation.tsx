import { cloneElement, Fragment, useSyncExternalStore, type ReactElement, type ReactNode } from 'react';
import { directionOf } from './';
import type { FullTextKey, Namespace, TextKey } from './resources';
import { currentLanguage, defaultNamespace, onLanguageChange, pendingTexts, textOf, type TextValues, type TranslateAny } from './texts';

/** Returns the text of a key of these namespaces, or of any other that the key names. */
export type Translate<Of extends Namespace = 'shell'> = (key: TextKey<Of> | FullTextKey, values?: TextValues | string) => string;

const translators = new Map<string, TranslateAny>();

/** One function for each language and list of namespaces, so that hooks can depend on it. */
function translatorOf(language: string, namespaces: readonly string[]): TranslateAny {
  const key = `${language} ${namespaces.join()}`;
  const known = translators.get(key);
  if (known) return known;
  const translate: TranslateAny = (name, values) => textOf(namespaces, name, values);
  translators.set(key, translate);
  return translate;
}

/** Returns the texts of namespaces, the first one's before the others'; waits (suspends) until they are loaded. */
export function useTranslation<const Of extends Namespace = 'shell'>(namespace: Of | readonly Of[] = defaultNamespace as Of) {
  const language = useSyncExternalStore(onLanguageChange, currentLanguage, currentLanguage);
  const namespaces: readonly string[] = typeof namespace === 'string' ? [namespace] : namespace;
  const pending = pendingTexts(namespaces);
  // As React's lazy does: `use` would have to be called each time, also when there is nothing to wait for.
  if (pending) throw pending;
  return { t: translatorOf(language, namespaces) as Translate<Of>, i18n: { language, dir: () => directionOf(language) } };
}

interface TransProps<Of extends Namespace> {
  t: Translate<Of>;
  i18nKey: NoInfer<TextKey<Of>> | FullTextKey;
  /** The element for each `<name>words</name>` of the text. */
  components: Readonly<Record<string, ReactElement<{ children?: ReactNode }>>>;
}

/** A text of which some words are elements, such as links. */
export function Trans<Of extends Namespace>({ t, i18nKey, components }: TransProps<Of>): ReactNode {
  // The pattern has two groups: every third piece is a name, and its words follow.
  const pieces = t(i18nKey).split(/<(\w+)>(.*?)<\/\1>/);
  return pieces.map((piece, at) => {
    if (at % 3 === 1) return null;
    const element = at % 3 === 2 ? components[pieces[at - 1] ?? ''] : undefined;
    return <Fragment key={at}>{element ? cloneElement(element, undefined, piece) : piece}</Fragment>;
  });
}
