import type { Page } from '@playwright/test';

interface FocusProblem {
  readonly problem: string;
  /** What hides the element, and where; '' where nothing does. */
  readonly hiddenBy: string;
}

/** Focuses every tab stop and names those of which bars hide everything (WCAG 2.4.11), and those whose focus cannot be seen (2.4.7). */
async function focusProblems(): Promise<FocusProblem[]> {
  const { nameOf, tabStops } = window.pageTools;
  const before = document.activeElement;
  const { scrollX, scrollY } = window;
  const look = (element: Element): string => {
    const around = [
      element,
      element.parentElement,
      element.parentElement?.parentElement,
      element.nextElementSibling,
      element.previousElementSibling,
      element.parentElement?.nextElementSibling,
    ];
    return around
      .map((one) => {
        if (!one) return '';
        const { outlineStyle, outlineWidth, borderTopWidth, borderTopColor, boxShadow } = getComputedStyle(one);
        return [outlineStyle === 'none' ? '' : `${outlineStyle} ${outlineWidth}`, borderTopWidth, borderTopColor, boxShadow].join();
      })
      .join('|');
  };
  /** Names what covers the middle of the element, with its place in the window: a problem's message tells it. */
  const coverOf = (element: Element): string => {
    const { left, top, width, height } = element.getBoundingClientRect();
    const [x, y] = [left + width / 2, top + height / 2].map(Math.round) as [number, number];
    const hit = document.elementFromPoint(x, y);
    return ` under ${hit ? nameOf(hit) : 'the edge of the window'} at ${x}, ${y}`;
  };
  /** Whether at least one of nine points of the element shows the element itself, its label, or what contains it. */
  const isSeen = (element: Element): boolean => {
    const labels = element instanceof HTMLInputElement ? [...(element.labels ?? [])] : [];
    const isUnseen = element.getBoundingClientRect().width <= 2 || getComputedStyle(element).opacity === '0';
    const own = ((isUnseen && labels[0]) || element).getBoundingClientRect();
    return [0.1, 0.5, 0.9].some((x) =>
      [0.1, 0.5, 0.9].some((y) => {
        const hit = document.elementFromPoint(own.left + own.width * x, own.top + own.height * y);
        return (
          hit !== null &&
          (element.contains(hit) ||
            hit.contains(element) ||
            labels.some((label) => label.contains(hit)) ||
            hit.parentElement?.contains(element) === true)
        );
      }),
    );
  };
  const lists = (): number => [...document.querySelectorAll('[role=listbox]')].filter((list) => list.checkVisibility()).length;
  const twoFrames = (): Promise<void> => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve())));
  const problems: FocusProblem[] = [];
  for (const stop of tabStops()) {
    (document.activeElement as HTMLElement | null)?.blur();
    const unfocused = look(stop);
    const listsBefore = lists();
    stop.focus();
    if (document.activeElement !== stop) continue;
    if (!isSeen(stop)) problems.push({ problem: `hidden focus: ${nameOf(stop)}`, hiddenBy: coverOf(stop) });
    if (look(stop) === unfocused) problems.push({ problem: `focus cannot be seen: ${nameOf(stop)}`, hiddenBy: '' });
    if (stop.matches('[aria-haspopup=listbox], [role=combobox]')) {
      // It opens its list; only then does it see that the focus leaves, and closes it, later on a busy machine. It would hide the next stop.
      await twoFrames();
      stop.blur();
      await twoFrames();
      for (let tries = 0; tries < 100 && lists() > listsBefore; tries++) await twoFrames();
    }
  }
  (document.activeElement as HTMLElement | null)?.blur();
  if (scrollX !== window.scrollX || scrollY !== window.scrollY) {
    window.scrollTo(scrollX, scrollY);
    // A menu is hidden while its button is out of the window, and takes no focus then.
    await twoFrames();
  }
  if (before instanceof HTMLElement && !before.matches('input')) before.focus({ preventScroll: true });
  return problems;
}

/** The problems of the focus at every tab stop. A key press first, so that the browser shows the focus as for a keyboard. */
export async function keyboardFocusProblems(page: Page): Promise<string[]> {
  await page.keyboard.press('Shift');
  const found = await page.evaluate(focusProblems);
  if (found.length === 0) return [];
  // Once more, for what a list that still grew or an alert that opened has hidden for a moment.
  await page.waitForTimeout(300);
  const again = await page.evaluate(focusProblems);
  const stays = ({ problem }: FocusProblem) => again.some((other) => other.problem === problem);
  return found.filter(stays).map(({ problem, hiddenBy }) => problem + hiddenBy);
}
