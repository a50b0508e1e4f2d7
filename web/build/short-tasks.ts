import type { Plugin, Rolldown } from 'vite';

const entry = /\s*<script type="module" crossorigin src="([^"]+)"><\/script>/;
const preloads = /\s*<link rel="modulepreload" crossorigin href="[^"]+">/g;

/**
 * Runs in the page. The scripts of the first screen stand in its head, each behind those that it imports. A browser evaluates a
 * script together with all of its imports, which holds a phone up for a third of a second; so each one is imported by itself.
 */
const evaluate = `
      (async () => {
        for (const { href } of document.querySelectorAll('link[rel="modulepreload"]')) {
          await import(href).catch(() => undefined);
          await new Promise((resolve) => setTimeout(resolve));
        }
      })();
    `;

/** The scripts that come with one, each behind those that it imports. */
function inOrder(fileName: string, bundle: Rolldown.OutputBundle, found = new Set<string>()): Set<string> {
  const chunk = bundle[fileName];
  if (chunk?.type !== 'chunk' || found.has(fileName)) return found;
  for (const imported of chunk.imports) inOrder(imported, bundle, found);
  return found.add(fileName);
}

/** Lets the built page start in short tasks, so that it paints and answers in between. */
export function shortTasks(): Plugin {
  return {
    name: 'short-tasks',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle = {} }) {
        const [tag, path = ''] = entry.exec(html) ?? [];
        if (!tag) throw new Error('short-tasks: index.html has no entry script');
        const links = [...inOrder(path.slice(1), bundle)].map(
          (file) => `\n    <link rel="modulepreload" crossorigin href="/${file}"${`/${file}` === path ? ' data-entry' : ''}>`,
        );
        // Behind the style sheets: over HTTP/1.1 a browser fetches six files at once, and paints first what needs no script.
        return html
          .replace(preloads, '')
          .replace(tag, '')
          .replace(/(?:\s*<link rel="stylesheet"[^>]*>)+/, (styles) => styles + links.join(''))
          .replace('</body>', `  <script type="module">${evaluate}</script>\n  </body>`);
      },
    },
  };
}
