/*
 * Checks the weight of each page's first view against budget.json: files, and kilobytes (1000 bytes, gzip) of script and styles. Fonts and
 * pictures are not part of it. Also that no scripts import each other in a circle. Run after a build: node build/check-budget.ts
 */
import { readdirSync, readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';

interface Weight {
  requests: number;
  script: number;
  style: number;
}

interface Budget {
  /** What is wanted; `limits` come down to it. */
  goal: Weight;
  /** By the pattern of the page; `*` for all that are not named. */
  limits: Record<string, Weight>;
  /** No script is smaller than this, uncompressed. */
  smallestFile: number;
}

interface PageList {
  pages: { path: string; scripts: string[]; styles: string[] }[];
}

const dist = new URL('../dist/', import.meta.url);
const read = (path: string) => readFileSync(new URL(path.replace(/^\//, ''), dist));
const budget = JSON.parse(readFileSync(new URL('budget.json', import.meta.url), 'utf8')) as Budget;
const { pages } = JSON.parse(read('pages.json').toString()) as PageList;

const sizes = new Map<string, number>();
function kilobytes(path: string): number {
  const size = sizes.get(path) ?? gzipSync(read(path), { level: 9 }).length / 1000;
  sizes.set(path, size);
  return size;
}

const inEveryPage = Array.from(
  read('index.html')
    .toString()
    .matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g),
  ([, path = '']) => path,
);

function weightOf(scripts: string[], styles: string[]): Weight {
  const files = [...new Set([...inEveryPage, ...scripts, ...styles])];
  const sum = (ending: string) => files.filter((path) => path.endsWith(ending)).reduce((total, path) => total + kilobytes(path), 0);
  return { requests: files.length, script: sum('.js'), style: sum('.css') };
}

const faults: string[] = [];
for (const { path, scripts, styles } of pages) {
  const weight = weightOf(scripts, styles);
  const limit = budget.limits[path] ?? budget.limits['*'];
  for (const name of ['requests', 'script', 'style'] as const) {
    if (limit && weight[name] > limit[name])
      faults.push(`${path}: ${name} ${weight[name].toFixed(1)}, limit ${limit[name]} (goal ${budget.goal[name]})`);
  }
}

/** The scripts that a script imports at once, by their names. */
const imports = new Map(
  readdirSync(new URL('assets/', dist))
    .filter((name) => name.endsWith('.js'))
    .map((name) => [
      name,
      Array.from(
        read(`assets/${name}`)
          .toString()
          .matchAll(/(?:from|import)\s*"\.\/([^"]+\.js)"/g),
        ([, imported = '']) => imported,
      ),
    ]),
);

/** A way from a script back to itself; empty when there is none. */
function circleFrom(name: string, way: string[] = [], seen = new Set<string>()): string[] {
  for (const imported of imports.get(name) ?? []) {
    if (imported === (way[0] ?? name)) return [...way, name, imported];
    if (seen.has(imported)) continue;
    seen.add(imported);
    const circle = circleFrom(imported, [...way, name], seen);
    if (circle.length > 0) return circle;
  }
  return [];
}

for (const name of imports.keys()) {
  const circle = circleFrom(name);
  if (circle.length > 0) faults.push(`assets/${circle.join(' imports ')}: none of them can start`);
}

const isChunk = (name: string) => name.endsWith('.js') && !/^rolldown-runtime|-worker-/.test(name);
for (const file of readdirSync(new URL('assets/', dist)).filter(isChunk)) {
  const size = read(`assets/${file}`).length / 1000;
  if (size < budget.smallestFile) faults.push(`assets/${file} has only ${size.toFixed(1)} kB`);
}
const heaviest = pages
  .map(({ path, scripts, styles }) => ({ path, ...weightOf(scripts, styles) }))
  .sort((one, other) => other.script - one.script)[0];
process.stdout.write(
  faults.length > 0
    ? `Pages are above their budget:\n${faults.join('\n')}\n`
    : `${pages.length} pages are within their budget; the heaviest is ${heaviest?.path} with ${heaviest?.script.toFixed(1)} kB of script.\n`,
);
process.exitCode = faults.length > 0 ? 1 : 0;
