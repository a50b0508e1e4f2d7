import { describe, expect, it } from 'vitest';
import defaultFields from '@contracts/default_fields.json';
import schedule from './en/schedule.json';

const files = import.meta.glob<{ default: object }>('./{en,fr,es,ar}/*.json', { eager: true });

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

describe('the accessible name of a control', () => {
  const names = [
    ['shell.json', 'post', 'createPost'],
    ['shell.json', 'menu', 'menuCount'],
    ['shell.json', 'alerts', 'alertsCount'],
    ['safety.json', 'unblock', 'unblockWhom'],
  ] as const;
  it.each(names)('holds its visible text in every language (%s: %s in %s)', (namespace, visible, name) => {
    for (const language of ['en', 'fr', 'es', 'ar']) {
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
