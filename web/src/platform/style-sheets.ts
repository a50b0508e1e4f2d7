/*
 * The style sheets of parts of the bundle (product.md 2.10). The bundler asks for each of them once: one that does not arrive stays in the
 * document without its rules, and the part is shown bare.
 */

const missing = new Set<HTMLLinkElement>();
let asking: Promise<unknown> | null = null;

/** Asks for a style sheet again, in the place of the link that failed. */
function ask(link: HTMLLinkElement): Promise<void> {
  missing.delete(link);
  const again = link.cloneNode() as HTMLLinkElement;
  const asked = new Promise<void>((resolve, reject) => {
    again.addEventListener('load', () => resolve());
    again.addEventListener('error', () => reject(new Error(`CSS ${again.href} did not load`)));
  });
  if (link.isConnected) link.replaceWith(again);
  else document.head.append(again);
  return asked;
}

/** Asks again for the style sheets that did not arrive; rejects when one of them still does not. */
export async function loadMissingStyles(): Promise<void> {
  asking ??= Promise.all([...missing].map(ask)).finally(() => (asking = null));
  await asking;
}

if (typeof window !== 'undefined') {
  // Errors of elements do not bubble.
  window.addEventListener(
    'error',
    ({ target }) => {
      if (target instanceof HTMLLinkElement && target.rel === 'stylesheet') missing.add(target);
    },
    true,
  );
  window.addEventListener('online', () => void loadMissingStyles().catch(() => undefined));
}
