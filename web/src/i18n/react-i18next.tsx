import { cloneElement, Fragment, useSyncExternalStore, type ReactElement, type ReactNode } from 'react';
import { directionOf } from './direction';
import { currentLanguage, defaultNamespace, onLanguageChange, pendingTexts, textOf, type Translate } from './texts';

// Stands in for the package of this name (vite.config.ts): the app uses little of it, and it would be a tenth of the first load.
// The package is there for its types.

const translators = new Map<string, Translate>();

/** One function for each language and list of namespaces, so that hooks can depend on it. */
function translatorOf(language: string, namespaces: readonly string[]): Translate {
  const key = `${language} ${namespaces.join()}`;
  const known = translators.get(key);
  if (known) return known;
  const translate: Translate = (name, values) => textOf(namespaces, name, values);
  translators.set(key, translate);
  return translate;
}

/** Returns the texts of namespaces, the first one's before the others'; waits (suspends) until they are loaded. */
export function useTranslation(namespace: string | readonly string[] = defaultNamespace) {
  const language = useSyncExternalStore(onLanguageChange, currentLanguage, currentLanguage);
  const namespaces = typeof namespace === 'string' ? [namespace] : namespace;
  const pending = pendingTexts(namespaces);
  // As React's lazy does: `use` would have to be called each time, also when there is nothing to wait for.
  if (pending) throw pending;
  return { t: translatorOf(language, namespaces), i18n: { language, dir: () => directionOf(language) } };
}

interface TransProps {
  t: Translate;
  i18nKey: string;
  /** The element for each `<name>words</name>` of the text. */
  components: Readonly<Record<string, ReactElement<{ children?: ReactNode }>>>;
}

/** A text of which some words are elements, such as links. */
export function Trans({ t, i18nKey, components }: TransProps): ReactNode {
  // The pattern has two groups: every third piece is a name, and its words follow.
  const pieces = t(i18nKey).split(/<(\w+)>(.*?)<\/\1>/);
  return pieces.map((piece, at) => {
    if (at % 3 === 1) return null;
    const element = at % 3 === 2 ? components[pieces[at - 1] ?? ''] : undefined;
    return <Fragment key={at}>{element ? cloneElement(element, undefined, piece) : piece}</Fragment>;
  });
}
