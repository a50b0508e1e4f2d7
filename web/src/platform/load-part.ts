import { isSiteDataBlocked, tabStorage } from './site-data';
import { loadMissingStyles } from './style-sheets';

/** The longest wait for one part of the bundle, over all tries, in milliseconds (product.md 2.7). */
const longestWait = 120_000;
/** The pauses between tries, in milliseconds: a phone that changes networks is back after some seconds. */
const pauses = [500, 1500, 4000];
const reloadedFor = 'reloaded_for_build';

/** Thrown when a part of the bundle does not arrive. */
export class ChunkLoadError extends Error {
  override readonly name = 'ChunkLoadError';
  /** CSS_CHUNK_LOAD_FAILED for a style sheet. */
  readonly code: string;
  constructor(cause: unknown) {
    const said = cause instanceof Error ? cause.message : String(cause);
    const isStyle = said.includes('CSS') || said.includes('.css');
    const id = /([\w.-]+)\.(?:js|css)/.exec(said)?.[1] ?? 'unknown';
    super(`Loading ${isStyle ? 'CSS chunk' : 'chunk'} ${id} failed`, { cause });
    this.code = isStyle ? 'CSS_CHUNK_LOAD_FAILED' : 'CHUNK_LOAD_FAILED';
  }
}

const sleep = (time: number) => new Promise<void>((resolve) => setTimeout(resolve, time));

/** Rejects when nothing has come in time. */
function within<T>(loading: Promise<T>, time: number): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('timeout')), time);
    loading.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

/** Loads a part of the bundle; tries again after growing pauses. Throws ChunkLoadError after 120 seconds at the latest. */
export async function loadPart<T>(load: () => Promise<T>): Promise<T> {
  const end = Date.now() + longestWait;
  for (const pause of [...pauses, null]) {
    try {
      const part = await within(load(), end - Date.now());
      await within(loadMissingStyles(), end - Date.now());
      return part;
    } catch (error) {
      if (pause !== null && Date.now() + pause < end) {
        await sleep(pause);
        continue;
      }
      await reloadForNewBuild();
      throw new ChunkLoadError(error);
    }
  }
  throw new ChunkLoadError('no try is left');
}

/** The address of a page's entry script, which names its build. */
const buildOf = (page: Document) => page.querySelector('link[data-entry]')?.getAttribute('href') ?? '';

/** The same of a page as text. Trusted Types let no page be parsed from text. */
const buildIn = (html: string) => /<link [^>]*href="([^"]*)"[^>]* data-entry>/.exec(html)?.[1] ?? '';

/** Whether a field holds what the user has typed. Fields that grow with their text are measured by a hidden copy, which is none. */
export function hasInput(): boolean {
  const fields = document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>(
    'textarea:not([aria-hidden=true]), input:not([type=checkbox], [type=radio], [type=hidden], [type=search])',
  );
  return [...fields].some(({ value }) => value !== '');
}

/** After an update the old build's parts are gone: loads the page anew, once for each build, and never under an open form. */
async function reloadForNewBuild(): Promise<void> {
  try {
    const answer = await fetch('/index.html', { cache: 'no-cache' });
    const build = answer.ok ? buildIn(await answer.text()) : '';
    if (!build || build === buildOf(document) || tabStorage.getItem(reloadedFor) === build || hasInput()) return;
    // Without site data nobody would remember that the page was loaded for this build: it might be loaded again and again.
    if (isSiteDataBlocked()) return;
    tabStorage.setItem(reloadedFor, build);
    window.location.reload();
  } catch {
    // Without a connection there is no news of a build.
  }
}
