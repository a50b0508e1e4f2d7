import type { Page } from '@playwright/test';

/** What the checks of this folder share inside the page. */
export interface PageTools {
  /** The topmost open dialog, menu or drop-down, else the whole page: what is to be used now, and may cover the rest. */
  scope: () => Element;
  /** Whether something of the element can be seen; false for texts that are there for screen readers only. */
  isShown: (element: Element) => boolean;
  /** A short name of the element for a problem's message. */
  nameOf: (element: Element) => string;
  /** The elements that the Tab key stops at. */
  tabStops: () => HTMLElement[];
  /** Learns the texts that people wrote, and whatever else the server answered: no language changes them. */
  learn: (values: readonly string[]) => void;
  /** Whether the text is made of such texts, numbers, dates and names alone. */
  isData: (text: string) => boolean;
}

declare global {
  interface Window {
    pageTools: PageTools;
  }
}

function install(): void {
  const isShown = (element: Element): boolean => {
    if (!element.checkVisibility({ visibilityProperty: true, contentVisibilityAuto: true })) return false;
    const { width, height } = element.getBoundingClientRect();
    return width > 2 && height > 2 && !getComputedStyle(element).clipPath.includes('inset(50%)');
  };
  const scope = (): Element => {
    const layers = [...document.querySelectorAll('[role=dialog], [role=alertdialog], [role=menu]')].filter(isShown);
    return layers.at(-1) ?? document.body;
  };
  const nameOf = (element: Element): string => {
    const label = element instanceof HTMLInputElement ? element.labels?.[0]?.textContent : null;
    const words =
      element.getAttribute('aria-label') ??
      label ??
      (element.textContent || element.getAttribute('placeholder') || element.className.toString());
    const parents = [element, element.parentElement].flatMap((one) =>
      one ? [`${one.tagName.toLowerCase()}.${(one.getAttribute('class') ?? '').split(' ')[0] ?? ''}`] : [],
    );
    return `${parents.reverse().join('>')} “${words.trim().replace(/\s+/g, ' ').slice(0, 50)}”`;
  };
  const focusable = 'a[href], button, input, select, textarea, summary, [tabindex], [contenteditable=true]';
  const tabStops = () =>
    [...scope().querySelectorAll<HTMLElement>(focusable)].filter(
      (one) =>
        one.tabIndex >= 0 && !one.matches(':disabled, [inert] *, [data-focus-guard]') && one.checkVisibility({ visibilityProperty: true }),
    );
  const known = new Set<string>();
  let written = '';
  const learn = (values: readonly string[]) => {
    // A post shows its hashtags and names as links between the other words.
    for (const value of values) [value, ...value.split(/[#@][\p{L}\p{N}_]+/u)].forEach((piece) => known.add(piece.trim()));
    written = [...known].filter((value) => value.length > 7).join('\n');
  };
  const calendar = ['long', 'short', 'narrow'].flatMap((style) => {
    const month = new Intl.DateTimeFormat('en', { month: style as 'long', timeZone: 'UTC' });
    const weekday = new Intl.DateTimeFormat('en', { weekday: style as 'long', timeZone: 'UTC' });
    return Array.from({ length: 12 }, (_, nth) => [
      month.format(Date.UTC(2026, nth, 1)),
      weekday.format(Date.UTC(2026, 0, nth + 1)),
    ]).flat();
  });
  const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
  const country = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });
  const countries = letters.flatMap((first) => letters.flatMap((second) => (country.of(first + second) ?? '').split(' ')));
  const always = new Set([...calendar, ...countries, 'am', 'pm', 'AM', 'PM', 'at', 'GMT', 'UTC', 'Today', 'Tomorrow', 'Openhours']);
  const isDataWord = (word: string) =>
    !/\p{L}{2}/u.test(word) || /^\d+[ap]m$/.test(word) || always.has(word) || known.has(word) || /[#@]/.test(word);
  /** As the browser says how far off an instant is. */
  const isAhead = (text: string) => /^(tomorrow|in \d+ (minute|hour|day)s?)$/.test(text);
  const isPhrase = (text: string) => text === '' || isAhead(text) || known.has(text) || (text.length > 7 && written.includes(text));
  const isData = (text: string) =>
    isPhrase(text) ||
    text.startsWith('https://') ||
    text
      .split(/ · | \(|[“”()]/u)
      .every(
        (phrase) => isPhrase(phrase.trim()) || phrase.split(/[\s,/()–|]+/u).every((word) => isDataWord(word.replace(/[.:;…]+$/g, ''))),
      );
  window.pageTools = { scope, isShown, nameOf, tabStops, learn, isData };
}

/** Puts the tools into every document that this page will open. */
export async function addPageTools(page: Page): Promise<void> {
  await page.addInitScript(install);
}
