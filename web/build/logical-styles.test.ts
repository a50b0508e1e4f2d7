import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

/*
 * Arabic mirrors the layout, so styles say where a line begins and ends, not left and right (CSS Logical Properties).
 */

const folder = join(import.meta.dirname, '../src');
const sources = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((path) => /(\.css|(?<!\.test)\.tsx)$/.test(path));

const sides = '(left|right)';
const physical = {
  css: [
    new RegExp(`^\\s*((margin|padding|border|scroll-margin|scroll-padding)-)?${sides}(-\\w+)*:`),
    new RegExp(`(text-align|float|clear): ${sides}`),
    /inset: \S+ (\S+) \S+ (?!\1;)\S+;/,
  ],
  tsx: [/\s(ml|mr|pl|pr)=/, /\b(margin|padding|border)(Left|Right)\b/, new RegExp(`(ta|textAlign|float)[=:] ?["'{]+${sides}`)],
};

/** What has the same place either way, or is no layout. */
const meant = [
  // Half of what surrounds it, moved back by half of itself.
  /layouts\.module\.css: left: 50%;/,
  // The device's own edges.
  /tokens\.css: padding-(left|right): env\(safe-area-inset-\1\);/,
  // The mark of the brand is a picture.
  /Logo\.module\.css: border-right-color:/,
];

function physicalLines(): string[] {
  const found: string[] = [];
  for (const path of sources) {
    const text = readFileSync(join(folder, path), 'utf8');
    const patterns = path.endsWith('.css') ? physical.css : physical.tsx;
    for (const line of text.split('\n')) if (patterns.some((pattern) => pattern.test(line))) found.push(`${path}: ${line.trim()}`);
  }
  return found;
}

it('no style names left or right', () => {
  expect(sources.length).toBeGreaterThan(300);
  expect(physicalLines().filter((line) => !meant.some((pattern) => pattern.test(line)))).toEqual([]);
});
