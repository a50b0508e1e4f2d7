import type { Page } from '@playwright/test';

/** Names every text that is cut off or lies outside the window. What people wrote may end in an ellipsis. */
function cutTexts(): string[] {
  const { isData, isShown, nameOf, scope } = window.pageTools;
  const problems = new Set<string>();
  /** The first ancestor that hides a part of the box, and to which nobody can scroll. */
  const hiddenBy = (box: DOMRect, element: Element): Element | null => {
    let [checksX, checksY] = [true, true];
    for (let outer: Element | null = element; outer && outer !== document.body; outer = outer.parentElement) {
      const style = getComputedStyle(outer);
      const { left, right, top, bottom } = outer.getBoundingClientRect();
      const scrolls = (overflow: string) => overflow === 'auto' || overflow === 'scroll';
      const hides = (overflow: string) => overflow === 'hidden' || overflow === 'clip';
      if (hides(style.overflowX) && right - left <= 2) return null;
      if (checksX && hides(style.overflowX) && (box.left < left - 2 || box.right > right + 2)) return outer;
      if (checksY && hides(style.overflowY) && (box.top < top - box.height / 4 - 1 || box.bottom > bottom + box.height / 4 + 1))
        return outer;
      checksX &&= !scrolls(style.overflowX);
      checksY &&= !scrolls(style.overflowY);
      if (style.position === 'fixed') break;
    }
    if (checksX && (box.left < -2 || box.right > window.innerWidth + 2)) return document.documentElement;
    return null;
  };
  const texts = document.createTreeWalker(scope(), NodeFilter.SHOW_TEXT);
  for (let node = texts.nextNode(); node; node = texts.nextNode()) {
    const words = node.textContent?.trim() ?? '';
    const parent = node.parentElement;
    if (
      !words ||
      !parent ||
      !isShown(parent) ||
      !parent.checkVisibility({ opacityProperty: true }) ||
      parent.closest('[title], script, style, option, [aria-hidden=true]')
    )
      continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    for (const box of range.getClientRects()) {
      const by = box.width > 0 ? hiddenBy(box, parent) : null;
      if (by && !isData(words)) problems.add(`cut: ${nameOf(parent)} by ${nameOf(by).split(' ')[0] ?? ''}`);
    }
  }
  return [...problems];
}

/** Names fields whose name inside or chosen option or chosen option has no room. */
function cutFields(): string[] {
  const { isShown, nameOf, scope } = window.pageTools;
  const pen = document.createElement('canvas').getContext('2d');
  return [...scope().querySelectorAll<HTMLInputElement | HTMLSelectElement>('input[placeholder], select')]
    .filter(isShown)
    .flatMap((field) => {
      // An example may end early; a placeholder that is the field's only name may not.
      const name = field.getAttribute('aria-label') ?? field.labels?.[0]?.textContent ?? field.getAttribute('placeholder');
      const placeholder = field instanceof HTMLInputElement && !field.value && name === field.placeholder ? field.placeholder : '';
      const words = field instanceof HTMLSelectElement ? (field.selectedOptions[0]?.text ?? '') : placeholder;
      const style = getComputedStyle(field);
      if (pen) pen.font = style.font;
      const room = field.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight);
      return pen && pen.measureText(words).width > room + 2 ? [`cut: ${nameOf(field)} has no room for “${words}”`] : [];
    });
}

/** Names pairs of controls that lie on each other. */
function overlaps(): string[] {
  const { isShown, nameOf, scope } = window.pageTools;
  const selector =
    'a[href], button, input, select, textarea, [role=button], [role=tab], [role=option], [role=menuitem], [role=switch], [role=slider]';
  const pinned = (element: Element): Element | null => {
    for (let outer: Element | null = element; outer; outer = outer.parentElement)
      if (/fixed|sticky/.test(getComputedStyle(outer).position)) return outer;
    return null;
  };
  const clipped = (element: Element): DOMRect => {
    const { left, top, right, bottom } = element.getBoundingClientRect();
    const box = { left, top, right, bottom };
    for (let outer = element.parentElement; outer && outer !== document.body; outer = outer.parentElement) {
      if (getComputedStyle(outer).overflow === 'visible') continue;
      const other = outer.getBoundingClientRect();
      Object.assign(box, {
        left: Math.max(box.left, other.left),
        top: Math.max(box.top, other.top),
        right: Math.min(box.right, other.right),
        bottom: Math.min(box.bottom, other.bottom),
      });
    }
    return new DOMRect(box.left, box.top, Math.max(0, box.right - box.left), Math.max(0, box.bottom - box.top));
  };
  /** A switch is a label over an input that cannot be seen. */
  const seen = (element: Element) =>
    element instanceof HTMLInputElement && getComputedStyle(element).opacity === '0' ? (element.labels?.[0] ?? element) : element;
  const controls = [...new Set([...scope().querySelectorAll(selector)].map(seen))]
    .filter((one) => isShown(one) && !one.closest('[inert]'))
    .map((element) => ({ element, box: clipped(element), bar: pinned(element) }));
  const meets = (one: DOMRect, other: DOMRect) =>
    Math.min(one.right, other.right) - Math.max(one.left, other.left) > 2 &&
    Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top) > 2;
  const holds = (one: DOMRect, other: DOMRect) =>
    one.left <= other.left + 1 && one.right >= other.right - 1 && one.top <= other.top + 1 && one.bottom >= other.bottom - 1;
  /** A field carries its own buttons; a card's link or a row's label covers what stands on it. */
  const belong = (one: (typeof controls)[number], other: (typeof controls)[number]) =>
    one.element.contains(other.element) ||
    other.element.contains(one.element) ||
    (one.element.matches('input, a, button, label') && holds(one.box, other.box)) ||
    (other.element.matches('input, a, button, label') && holds(other.box, one.box));
  return controls.flatMap((one, at) =>
    controls
      .slice(at + 1)
      .flatMap((other) =>
        one.bar === other.bar && meets(one.box, other.box) && !belong(one, other)
          ? [`overlap: ${nameOf(one.element)} and ${nameOf(other.element)}`]
          : [],
      ),
  );
}

/** Whether the page is wider than the window that the test asked for. A phone's own window would grow with it. */
function sideways(width: number): string[] {
  const found = Math.max(document.documentElement.scrollWidth, window.innerWidth);
  return found > width ? [`the page is ${found} px wide in a window of ${width}`] : [];
}

/** What is cut off, lies on something else or needs scrolling sideways. */
export async function layoutProblems(page: Page): Promise<string[]> {
  return (
    await Promise.all([
      page.evaluate(sideways, page.viewportSize()?.width ?? 0),
      page.evaluate(cutTexts),
      page.evaluate(cutFields),
      page.evaluate(overlaps),
    ])
  ).flat();
}
