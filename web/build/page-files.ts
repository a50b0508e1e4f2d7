import type { Plugin, Rolldown } from 'vite';
import { runnerImport } from 'vite';
import languages from '../../proto-contracts/generated/languages.json' with { type: 'json' };
import { pagePatterns } from '../src/routing/paths.ts';

/** What is read of a screen's route (src/routing/app-route.ts). */
interface ReadRoute {
  path: string;
  access: string;
  texts: readonly string[];
  firstAnswers?: unknown;
  screen: () => unknown;
}

/** What the gateway knows of a page: its address, and the files that it needs besides those of every page. */
interface ListedPage {
  /** A segment that begins with ':' stands for any text, and '*' for whatever follows. */
  path: string;
  /** The gateway renders its first screen. */
  rendered: boolean;
  scripts: string[];
  styles: string[];
}

const noStyles = '\0no-styles';

/** The routes are read without the styles of what they import. */
const withoutStyles: Plugin = {
  name: 'without-styles',
  enforce: 'pre',
  resolveId: (id) => (id.endsWith('.css') ? noStyles : null),
  load: (id) => (id === noStyles ? 'export default {}' : null),
};

/** The module of each screen by the route's path, read from the routes themselves. */
async function screensOf(root: string, resolve: object): Promise<Map<string, ReadRoute & { module: string }>> {
  const { module } = await runnerImport<{ routes: ReadRoute[] }>('./src/app/routes.ts', {
    root,
    configFile: false,
    logLevel: 'error',
    resolve,
    plugins: [withoutStyles],
  });
  return new Map(
    module.routes.map((route) => {
      const [, path = ''] = /dynamic_import__\("([^"]+)"/.exec(route.screen.toString()) ?? [];
      return [route.path, { ...route, module: path }];
    }),
  );
}

const stylesOf = (chunk: Rolldown.OutputChunk) => [
  ...((chunk as { viteMetadata?: { importedCss: Set<string> } }).viteMetadata?.importedCss ?? []),
];

/** The chunks that come with one, each behind those that it imports. */
function withImports(chunk: Rolldown.OutputChunk, chunks: Map<string, Rolldown.OutputChunk>, found = new Set<Rolldown.OutputChunk>()) {
  if (found.has(chunk)) return found;
  for (const name of chunk.imports) {
    const next = chunks.get(name);
    if (next) withImports(next, chunks, found);
  }
  return found.add(chunk);
}

/** Writes pages.json: all addresses that are pages of the app, with the files that each needs. The gateway answers others with 404. */
export function pageFiles(root: string, resolve: object): Plugin {
  return {
    name: 'page-files',
    apply: 'build',
    generateBundle: {
      order: 'post',
      async handler(_options, bundle) {
        const parts = Object.values(bundle).filter((part) => part.type === 'chunk');
        const chunks = new Map(parts.map((chunk) => [chunk.fileName, chunk]));
        const holderOf = (end: string) => parts.find((chunk) => Object.keys(chunk.modules).some((id) => id.endsWith(end)));
        const entry = holderOf('/src/main.tsx');
        if (!entry) return this.error('page-files: no chunk holds src/main.tsx');
        const first = withImports(entry, chunks);
        const screens = await screensOf(root, resolve);
        const pages = pagePatterns().map((path): ListedPage => {
          const screen = screens.get(path) ?? screens.get(path.replace(/^\/schedule_manager\/.*/, '/schedule_manager/:appointmentInfo'));
          const holder = screen && holderOf(screen.module);
          const needed = holder ? [...withImports(holder, chunks)].filter((chunk) => !first.has(chunk)) : [];
          const texts = (screen?.texts ?? [])
            .flatMap((namespace) => holderOf(`/i18n/en/${namespace}.json`) ?? [])
            .filter((chunk) => !first.has(chunk));
          const scripts = [...new Set([...needed, ...texts])].map(({ fileName }) => `/${fileName}`);
          return {
            path,
            rendered: screen?.access !== 'account' && !!screen?.firstAnswers,
            scripts,
            styles: needed.flatMap(stylesOf).map((file) => `/${file}`),
          };
        });
        const texts = Object.fromEntries(
          Object.keys(languages)
            .filter((tag) => tag !== 'en')
            .map((language) => [language, `/${holderOf(`/i18n/${language}/feed.json`)?.fileName ?? ''}`]),
        );
        this.emitFile({ type: 'asset', fileName: 'pages.json', source: JSON.stringify({ texts, pages }) });
      },
    },
  };
}
