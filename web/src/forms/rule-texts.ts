import { useCallback, useEffect, useState } from 'react';
import { currentLanguage } from '@/i18n';
import { pseudoLanguage } from '@/i18n/texts';
import { useTranslation } from '@/i18n/use-translation';

type RuleTexts = Readonly<Record<string, string>>;

/** The messages of the rules by their English sentence, for each language but English. */
const files = import.meta.glob<{ default: RuleTexts }>('@contracts/rules.*.json');
const fileOf = (language: string) => Object.entries(files).find(([path]) => path.endsWith(`/rules.${language}.json`))?.[1];

/** The messages in a language; any language's file tells which messages there are. */
async function fetchTexts(language: string): Promise<RuleTexts> {
  if (language !== pseudoLanguage) return (await fileOf(language)?.())?.default ?? {};
  const [{ pseudoText }, known] = await Promise.all([import('@/i18n/pseudo-texts'), Object.values(files)[0]?.()]);
  return Object.fromEntries(Object.keys(known?.default ?? {}).map((english) => [english, pseudoText(english)]));
}

const loaded = new Map<string, RuleTexts>();
const english: RuleTexts = {};

/** Loads a language's messages; without them (English, or a lost connection) messages stay English. */
async function load(language: string): Promise<RuleTexts> {
  try {
    const texts = loaded.get(language) ?? (await fetchTexts(language));
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
  const [, setLoaded] = useState<RuleTexts>();
  useEffect(() => {
    let left = false;
    void load(language).then((found) => left || setLoaded(found));
    return () => {
      left = true;
    };
  }, [language]);
  // Never the messages of another language: once shown, they could not be translated when this language's arrive.
  const texts = loaded.get(language) ?? english;
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
    if (shown.some(([, message]) => said(message) !== message))
      setErrors(Object.fromEntries(shown.map(([field, message]) => [field, said(message)])));
  }, [errors, setErrors, said]);
}
