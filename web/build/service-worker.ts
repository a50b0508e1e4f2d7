import { createHash } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { build, type Plugin, type Rollup } from 'vite';
import type { AppParts, ShellFile } from '../src/service-worker/app-files.ts';

const ENTRY = fileURLToPath(new URL('../src/service-worker/service-worker.ts', import.meta.url));
const FILES_MODULE = 'virtual:app-files';
const PAGE = 'index.html';
const MAIN = '/src/main.tsx';

type Bundle = Rollup.OutputBundle;

const styleSheets = (chunk: Rollup.OutputChunk): string[] => [...(chunk.viteMetadata?.importedCss ?? [])];

/** The names of the files that the empty page needs at once: its entry, what that imports statically, their style sheets. */
function neededAtOnce(bundle: Bundle): Set<string> {
  const needed = new Set<string>();
  const take = (fileName: string) => {
    const file = bundle[fileName];
    if (file?.type !== 'chunk' || needed.has(fileName)) return;
    needed.add(fileName);
    styleSheets(file).forEach((sheet) => needed.add(sheet));
    file.imports.forEach(take);
  };
  for (const file of Object.values(bundle))
    if (file.type === 'chunk' && file.moduleIds.some((id) => id.endsWith(MAIN))) take(file.fileName);
  return needed;
}

/** The language whose texts a chunk holds, and nothing besides; null for code. */
function languageOf({ moduleIds }: Rollup.OutputChunk): string | null {
  const languages = new Set(moduleIds.map((id) => /\/src\/i18n\/([a-z]{2})\//.exec(id)?.[1]));
  const [language] = languages;
  return languages.size === 1 && language ? language : null;
}

const isStaffs = ({ moduleIds }: Rollup.OutputChunk) => moduleIds.some((id) => id.includes('/src/features/staff/'));

/** All parts of the bundle besides the shell, by who needs them: code for everybody, and the texts of each language. */
function partsOf(bundle: Bundle, shell: ReadonlySet<string>): AppParts {
  const code = new Set<string>();
  const texts: Record<string, string[]> = {};
  for (const file of Object.values(bundle)) {
    if (file.type !== 'chunk' || shell.has(file.fileName) || isStaffs(file)) continue;
    const language = languageOf(file);
    if (language) (texts[language] ??= []).push(`/${file.fileName}`);
    else for (const name of [file.fileName, ...styleSheets(file)]) if (!shell.has(name)) code.add(`/${name}`);
  }
  return { code: [...code], texts };
}

function shellOf(bundle: Bundle, needed: ReadonlySet<string>): ShellFile[] {
  const page = bundle[PAGE];
  if (page?.type !== 'asset') throw new Error(`The bundle has no ${PAGE}`);
  const revision = createHash('sha256').update(page.source).digest('hex').slice(0, 16);
  // The names of the others change with their content.
  return [{ url: `/${PAGE}`, revision }, ...[...needed].map((name) => ({ url: `/${name}`, revision: null }))];
}

/** Builds the worker as one classic script, which every browser with service workers runs. */
async function workerScript(files: string): Promise<string> {
  const built = await build({
    configFile: false,
    publicDir: false,
    logLevel: 'warn',
    define: { 'process.env.NODE_ENV': '"production"' },
    plugins: [
      {
        name: 'app-files',
        resolveId: (id) => (id === FILES_MODULE ? `\0${FILES_MODULE}` : null),
        load: (id) => (id === `\0${FILES_MODULE}` ? files : null),
      },
    ],
    build: { write: false, copyPublicDir: false, rolldownOptions: { input: ENTRY, output: { format: 'iife', codeSplitting: false } } },
  });
  const outputs = (Array.isArray(built) ? built : [built]) as Rollup.RollupOutput[];
  const script = outputs.flatMap(({ output }) => output).find((file) => file.type === 'chunk');
  if (!script) throw new Error('The service worker was not built');
  return script.code;
}

/**
 * Writes service-worker.js. It knows the files of the same build: the shell that it stores at once, and the parts that it
 * may store later. It is written together with the other files, so that a server never sees one without the other.
 */
export function serviceWorker(): Plugin {
  return {
    name: 'service-worker',
    apply: 'build',
    enforce: 'post',
    generateBundle: {
      order: 'post',
      async handler(_options, bundle) {
        const shell = neededAtOnce(bundle);
        const files = `export const appShell = ${JSON.stringify(shellOf(bundle, shell))};
          export const appParts = ${JSON.stringify(partsOf(bundle, shell))};`;
        this.emitFile({ type: 'asset', fileName: 'service-worker.js', source: await workerScript(files) });
      },
    },
  };
}
