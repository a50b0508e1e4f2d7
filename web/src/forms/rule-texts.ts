import { useCallback, useEffect, useState } from 'react';
import { currentLanguage } from '@/i18n';
import { useTranslation } from 'react-i18next';

type RuleTexts = Readonly<Record<string, string>>;

/** The messages of the rules by their English sentence, for each language but English. */
const files: Readonly<Record<string, () => Promise<{ default: RuleTexts }>>> = {
  fr: () => import('@contracts/rules.fr.json'),
  es: () => import('@contracts/rules.es.json'),
  ar: () => import('@contracts/rules.ar.json'),
};
const loaded = new Map<string, RuleTexts>();

/** Loads a language's messages; without them (English, or a lost connection) messages stay English. */
async function load(language: string): Promise<RuleTexts> {
  try {
    const texts = loaded.get(language) ?? (await files[language]?.())?.default ?? {};
    loaded.set(language, texts);
    return texts;
  } catch {
    return {};
  }
}

// Forms are loaded before somebody types; so are their messages.
void load(currentLanguage());

/** Says a message of a rule in the app's language; what is no such message is returned as it is. */
export function useRuleTexts(): (message: string) => string {
  const language = useTranslation().i18n.language;
  const [texts, setTexts] = useState<RuleTexts>(() => loaded.get(language) ?? {});
  useEffect(() => {
    let left = false;
    void load(language).then((found) => left || setTexts(found));
    return () => {
      left = true;
    };
  }, [language]);
  return useCallback((message: string) => texts[message] ?? message, [texts]);
}

interface FormErrors {
  errors: Record<string, unknown>;
  setErrors: (errors: Record<string, string>) => void;
}

/** Says errors again that were shown before their language was loaded. */
export function useSpokenErrors({ errors, setErrors }: FormErrors, said: (message: string) => string): void {
  useEffect(() => {
    const shown = Object.entries(errors).filter((entry): entry is [string, string] => typeof entry[1] === 'string');
    if (shown.some(([, message]) => said(message) !== message)) setErrors(Object.fromEntries(shown.map(([field, message]) => [field, said(message)])));
  }, [errors, setErrors, said]);
}
