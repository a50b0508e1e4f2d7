import { describe, expect, it } from 'vitest';
import defaultFields from '@contracts/default_fields.json';
import languages from '@contracts/languages.json';
import schedule from './en/schedule.json';

const files = import.meta.glob<{ default: object }>('./*/*.json', { eager: true });

/** The texts by key. Plural forms are listed under one key. */
function textsByKey(file: object, under = ''): Map<string, string[]> {
  const found = new Map<string, string[]>();
  for (const [name, value] of Object.entries(file) as [string, string | object][]) {
    const key = under + name.replace(/_(zero|one|two|few|many|other)$/, '');
    const inner = typeof value === 'string' ? new Map([[key, [value]]]) : textsByKey(value, `${key}.`);
    for (const [each, texts] of inner) found.set(each, [...(found.get(each) ?? []), ...texts]);
  }
  return found;
}

const placeholders = (texts: string[] | undefined) => new Set((texts ?? []).flatMap((text) => text.match(/\{\{\w+\}\}|<\/?\w+>/g) ?? []));

describe('texts of other languages', () => {
  const translated = Object.keys(files).filter((path) => !path.startsWith('./en/'));
  it.each(translated)('%s says what English says', (path) => {
    const texts = textsByKey(files[path]?.default ?? {});
    const english = textsByKey(files[path.replace(/^\.\/\w+/, './en')]?.default ?? {});
    expect([...texts.keys()].sort()).toEqual([...english.keys()].sort());
    for (const [key, expected] of english) expect(placeholders(texts.get(key)), key).toEqual(placeholders(expected));
  });
});

describe('plural forms', () => {
  /** The forms of each counted text of a file: 'newPosts' with 'one' and 'other'. */
  function formsByKey(file: object, under = ''): Map<string, Set<string>> {
    const found = new Map<string, Set<string>>();
    for (const [name, value] of Object.entries(file) as [string, string | object][]) {
      const [, bare = name, form = 'one'] = /^(.+)_(zero|one|two|few|many|other)$/.exec(name) ?? [];
      const inner = typeof value === 'string' ? new Map([[under + bare, new Set([form])]]) : formsByKey(value, `${under}${name}.`);
      for (const [key, forms] of inner) found.set(key, new Set([...(found.get(key) ?? []), ...forms]));
    }
    return found;
  }
  /** The forms of whole numbers up to a thousand. Of a million, French and Spanish say 'many', which 'other' stands in for. */
  const formsOf = (language: string) => {
    const rules = new Intl.PluralRules(language);
    return [...new Set(Array.from({ length: 1000 }, (_, at) => rules.select(at + 1)))];
  };

  it.each(Object.keys(files))('%s has every form that its language tells apart', (path) => {
    const own = formsByKey(files[path]?.default ?? {});
    const english = formsByKey(files[path.replace(/^\.\/\w+/, './en')]?.default ?? {});
    for (const [key, { size }] of english) {
      const forms = own.get(key) ?? new Set();
      // A single form is the same for every number: "5 h".
      if (size > 1 && forms.size > 1) expect(forms, key).toEqual(new Set([...forms, ...formsOf(path.split('/')[1] ?? '')]));
    }
  });

  it('a number in an English text has them', () => {
    const numbered = Object.entries(files).flatMap(([path, { default: file }]) =>
      path.startsWith('./en/')
        ? [...textsByKey(file)].filter(([, texts]) => texts.length === 1 && /\{\{count\}\} \w+s\b/.test(texts[0] ?? '')).map(([key]) => key)
        : [],
    );
    // At most so many: the number is always more than two.
    expect(numbered).toEqual(['tooManyTags']);
  });
});

describe('the accessible name of a control', () => {
  const names = [
    ['shell.json', 'post', 'createPost'],
    ['shell.json', 'menu', 'menuCount'],
    ['shell.json', 'alerts', 'alertsCount'],
    ['safety.json', 'unblock', 'unblockWhom'],
  ] as const;
  it.each(names)('holds its visible text in every language (%s: %s in %s)', (namespace, visible, name) => {
    for (const language of Object.keys(languages)) {
      const texts = textsByKey(files[`./${language}/${namespace}`]?.default ?? {});
      for (const text of texts.get(name) ?? ['']) expect(text.toLowerCase(), language).toContain(texts.get(visible)?.[0]?.toLowerCase());
    }
  });
});

describe('texts that the server writes too', () => {
  it('are the same in the English files', () => {
    expect(schedule.feedbackText).toEqual(defaultFields.default_feedback);
    expect(schedule.rating.defaultRequest).toBe(defaultFields.default_rating_request);
  });
});
