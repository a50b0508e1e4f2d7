import type { Page } from '@playwright/test';

/** Names the texts and labels without the brackets of the pseudo-language that are not data. */
function plainTexts(): string[] {
  const { isData, isShown, nameOf, scope } = window.pageTools;
  const depths = new Map<Element, number>();
  const blockOf = (element: Element): Element => {
    let block = element;
    while (block.parentElement && getComputedStyle(block).display.startsWith('inline')) block = block.parentElement;
    return block;
  };
  const problems = new Set<string>();
  const texts = document.createTreeWalker(scope(), NodeFilter.SHOW_TEXT);
  for (let node = texts.nextNode(); node; node = texts.nextNode()) {
    const parent = node.parentElement;
    const text = node.textContent?.trim() ?? '';
    if (
      !text ||
      !parent ||
      parent.closest('script, style, [class*=fc-], input, textarea, [translate=no], #recharts_measurement_span') ||
      !isShown(parent)
    )
      continue;
    const block = blockOf(parent);
    const depth = depths.get(block) ?? 0;
    const opened = text.match(/[[⟦]/g)?.length ?? 0;
    depths.set(block, depth + opened - (text.match(/[\]⟧]/g)?.length ?? 0));
    if (depth <= 0 && opened === 0 && !isData(text)) problems.add(`not translated: ${nameOf(parent)}`);
  }
  for (const element of scope().querySelectorAll('[aria-label], [placeholder], [title], [alt]')) {
    if (!element.checkVisibility({ visibilityProperty: true }) || element.closest('[class*=fc-]')) continue;
    for (const attribute of ['aria-label', 'placeholder', 'title', 'alt']) {
      const text = element.getAttribute(attribute)?.trim() ?? '';
      if (text && !/[[⟦]/.test(text) && !isData(text)) problems.add(`not translated: ${attribute} of ${nameOf(element)}: ${text}`);
    }
  }
  return [...problems];
}

/** The texts on the page that are neither in the pseudo-language nor data. */
export async function untranslated(page: Page): Promise<string[]> {
  return page.evaluate(plainTexts);
}
