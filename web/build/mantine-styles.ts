import { readFileSync } from 'node:fs';
import type { Plugin } from 'vite';

/** Fails the build when the bundle holds a Mantine component whose styles `file` does not import. */
export function mantineStyles(file: string): Plugin {
  return {
    name: 'mantine-styles',
    apply: 'build',
    generateBundle(_options, bundle) {
      const imported = new Set(Array.from(readFileSync(file, 'utf8').matchAll(/styles\/(\w+)\.css/g), ([, name]) => name));
      const modules = Object.values(bundle).flatMap((part) => (part.type === 'chunk' ? Object.keys(part.modules) : []));
      const used = modules.flatMap((id) => /@mantine\/core\/.*\/(\w+)\.module\.mjs$/.exec(id)?.[1] ?? []);
      const missing = used.filter((name) => !imported.has(name));
      if (missing.length > 0) this.error(`${file} does not import the styles of ${missing.join(', ')}.`);
    },
  };
}
