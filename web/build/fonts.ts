import type { Plugin } from 'vite';

/** The files of every page's text in Latin letters. */
const everyPage = /\/(figtree|bricolage-grotesque)-latin-wght-normal-[^/]*\.woff2$/;

/** The Latin letters and the symbols of the Arabic font: a page would fetch them while the fonts of its own text are on their way. */
const notArabic = /\/\* noto-sans-arabic-(?!arabic-)[\s\S]*?\n\}\n?/g;

/**
 * Fonts never move a page that is there already: one that has not arrived when the text is first drawn is kept for the next
 * page. So that it has, those of every page are asked for with the page itself, after all that the page needs first.
 */
export function fonts(): Plugin {
  return {
    name: 'fonts',
    apply: 'build',
    enforce: 'pre',
    transform: (code, id) =>
      id.includes('/@fontsource-variable/') ? code.replace(notArabic, '').replaceAll('font-display: swap', 'font-display: optional') : null,
    transformIndexHtml: {
      order: 'post',
      handler: (_html, { bundle }) =>
        Object.keys(bundle ?? {})
          .filter((file) => everyPage.test(`/${file}`))
          .map((file) => ({
            tag: 'link',
            attrs: { rel: 'preload', as: 'font', type: 'font/woff2', crossorigin: true, fetchpriority: 'low', href: `/${file}` },
            injectTo: 'head' as const,
          })),
    },
  };
}
