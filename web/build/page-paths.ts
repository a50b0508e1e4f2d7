import type { Plugin } from 'vite';
import { pagePatterns } from '../src/routing/paths.ts';

/** Writes pages.json: the patterns of all addresses that are pages of the app. The gateway answers others with 404. */
export function pagePaths(): Plugin {
  return {
    name: 'page-paths',
    apply: 'build',
    generateBundle() {
      this.emitFile({ type: 'asset', fileName: 'pages.json', source: JSON.stringify(pagePatterns()) });
    },
  };
}
