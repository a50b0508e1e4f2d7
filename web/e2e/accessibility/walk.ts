import { expect, type Page, type Response } from '@playwright/test';
import { accessibilityProblems, colourProblems } from '../accessible';
import { resize, sizes } from '../devices';
import { keyboardFocusProblems } from './focus';
import { forcedColourProblems } from './forced-colours';
import { layoutProblems } from './layout';
import { listProblems } from './lists';
import { motionProblems } from './motion';
import { addPageTools } from './page-tools';
import type { Screen } from './screen';
import { untranslated } from './texts';

const { phone, desktop } = sizes;
/** 1280 px at 400 %, the width to which pages must reflow (WCAG 1.4.10). */
const narrowest = { width: 320, height: 700 };
/** A desktop at 200 % (WCAG 1.4.4): bars of the full height of a phone in half the room. */
const zoomed = { width: 720, height: 450 };

const inHand = ['phone', phone] as const;
const atDesk = ['desktop', desktop] as const;

/** Closes what the screen before has opened, and what it has said: this stays a moment longer than its screen, in the language of then. */
export async function leave(page: Page): Promise<void> {
  const closing = page.locator('.mantine-Notification-closeButton');
  const left = await page.evaluate(() => {
    const toasts = [...document.querySelectorAll<HTMLElement>('.mantine-Notification-closeButton')];
    toasts.forEach((button) => button.click());
    return {
      toasts: toasts.length,
      layers: document.querySelectorAll('[role=dialog], [role=alertdialog], [role=menu], [role=listbox]').length,
    };
  });
  if (left.layers > 0) {
    await page.keyboard.press('Escape');
    // A dialog goes by its address: the next one at the same address would be the old one, as it was left.
    await quiet(page, { busy: true, moment: 30 });
  }
  if (left.toasts > 0) await expect(closing).toHaveCount(0);
}

interface Rest {
  /** Rest also means that something is still loading. */
  busy?: boolean;
  /** For how long nothing has changed. */
  moment?: number;
  /** The language that the page must have taken on. */
  language?: string;
}

/** Waits until nothing has changed on the page for a moment; with `busy`, although something is still loading. */
export async function quiet(page: Page, { busy = false, moment = 80, language = '' }: Rest = {}): Promise<void> {
  const isQuiet = await page.evaluate(
    ([loads, pause, spoken]) =>
      new Promise<boolean>((resolve) => {
        const end = setTimeout(() => finish(false), 8000);
        let timer = setTimeout(check, pause);
        const observer = new MutationObserver(() => {
          clearTimeout(timer);
          timer = setTimeout(check, pause);
        });
        observer.observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
        function finish(so: boolean) {
          clearTimeout(end);
          observer.disconnect();
          resolve(so);
        }
        function check() {
          const loading = document.querySelector(loads ? '[data-navigating]' : '[data-navigating], [aria-busy=true]');
          const speaks = spoken === '' || document.documentElement.lang === spoken;
          if (loading === null && speaks && document.querySelector('main')) finish(true);
          else timer = setTimeout(check, pause);
        }
      }),
    [busy, moment, language] as const,
  );
  expect(isQuiet, 'the page comes to rest').toBe(true);
}

type Json = string | number | boolean | null | Json[] | { [key: string]: Json };

const textsIn = (text: string): string[] => (/^[[{]/.test(text) ? [text, ...stringsOf(JSON.parse(text) as Json)] : [text]);
const stringsOf = (value: Json): string[] =>
  typeof value === 'string' ? textsIn(value) : typeof value === 'object' && value !== null ? Object.values(value).flatMap(stringsOf) : [];

/** Every text of the server's answers and live messages: no language changes it. */
export function collectData(page: Page): () => Promise<string[]> {
  const texts = new Set<string>();
  const keep = async (response: Response) => {
    if (response.url().includes('/api/')) {
      const { data, message, status } = (await response.json()) as {
        data: Json;
        message: { main_msg: string; iv_msg: Record<string, string> };
        status: boolean;
      };
      stringsOf(data).forEach((text) => texts.add(text));
      // The server speaks no pseudo-language: why it refuses is in English then.
      if (!response.ok()) texts.add(message.main_msg);
      if (!status) Object.values(message.iv_msg).forEach((text) => texts.add(text));
    }
    // A page that the server rendered brings its first answers with it.
    const answers = /<script[^>]*application\/json[^>]*>(.*?)<\/script>/s.exec(
      response.request().isNavigationRequest() ? await response.text() : '',
    );
    if (answers?.[1]) stringsOf(JSON.parse(answers[1]) as Json).forEach((text) => texts.add(text));
  };
  page.on('websocket', (socket) =>
    socket.on('framereceived', ({ payload }) => {
      const told = /[[{].*$/s.exec(payload.toString());
      if (told) stringsOf(JSON.parse(told[0]) as Json).forEach((text) => texts.add(text));
    }),
  );
  const arriving = new Set<Promise<void>>();
  page.on('response', (response) => {
    const arrived = keep(response)
      .catch(() => undefined)
      .finally(() => arriving.delete(arrived));
    arriving.add(arrived);
  });
  return async () => {
    await Promise.all(arriving);
    return [...texts, ...new URL(page.url()).searchParams.values()];
  };
}

/** Switches the language of the loaded page, as another window of the app does. */
async function speak(page: Page, language: string, anew = false): Promise<void> {
  const spoke = await page.evaluate((to) => {
    const before = document.documentElement.lang;
    if (before === to) return before;
    const address = new URL(window.location.href);
    address.searchParams.set('lang', to);
    window.history.replaceState(window.history.state, '', address);
    window.dispatchEvent(new StorageEvent('storage', { key: 'language' }));
    return before;
  }, language);
  if (spoke === language) return;
  if (anew) {
    await page.reload();
    await page.waitForFunction((to) => document.documentElement.lang === to, language);
  }
  await quiet(page, { busy: true, moment: 50, language });
}

/** Resizes the window and waits for what is laid out by script: FullCalendar waits a tenth of a second, rows of a long list are measured and moved, a drop-down takes one frame. */
async function turnTo(page: Page, size: { width: number; height: number }): Promise<void> {
  const { width, height } = page.viewportSize() ?? {};
  if (width === size.width && height === size.height) return;
  await resize(page, size);
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
  const scripted = await page.evaluate(() =>
    document.querySelector('[class*=fc-]') ? 'calendar' : document.querySelector('[data-index]') ? 'rows' : null,
  );
  if (scripted) await quiet(page, { busy: true, moment: scripted === 'calendar' ? 200 : 60 });
}

/** The spacing of letters, words and lines that a reader may set (WCAG 1.4.12). */
async function withTextSpacing(page: Page, on: boolean): Promise<void> {
  await page.evaluate((spaced) => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync('* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important; }');
    document.adoptedStyleSheets = spaced ? [sheet] : [];
  }, on);
}

const marked = (where: string, problems: readonly string[]) => problems.map((problem) => `${where}: ${problem}`);

type Look = (where: string, problems: Promise<string[]>) => Promise<void>;

/** Whether every state of each screen is looked at, in every size, scheme and language: in `make test-all`. */
export const whole = process.env['E2E_WHOLE'] === '1';

/** Texts are 40 % longer than in English, and what was never translated shows. */
export const pseudo = 'en-XA';

/** The language in which the walk begins and ends each screen: the gate looks at all in the pseudo-language alone. */
export const walked = whole ? 'en' : pseudo;

/** The pseudo-language puts each text in brackets, so that no label begins as the text beside it. */
const notInBrackets = whole ? [] : ['label-content-name-mismatch'];

/** The fields whose list the walks of this process have opened: without `whole` each is opened once. */
const opened = new Set<string>();

/** What is wrong with the page in the window, scheme and language that it has now. */
async function problemsHere(page: Page, look: Look, { without = [] }: Pick<Screen, 'without'>): Promise<void> {
  await look('phone, dark', accessibilityProblems(page, [...without, ...notInBrackets]));
  await look('phone', layoutProblems(page));
  await look('phone', listProblems(page, whole ? new Set() : opened));
  await look('less motion', motionProblems(page));
  await page.emulateMedia({ forcedColors: 'active' });
  await look('forced colours', forcedColourProblems(page));
  await look('forced colours', keyboardFocusProblems(page));
  await page.emulateMedia({ forcedColors: 'none' });
}

/** Everything that is wrong with what the page shows now. The window is a phone's, in the dark scheme, before and after. */
export async function problemsOf(page: Page, data: () => Promise<string[]>, screen: Screen): Promise<string[]> {
  const found: string[] = [];
  const learn = async () => page.evaluate((texts) => window.pageTools.learn(texts), await data());
  const look: Look = async (where, problems) => void found.push(...marked(where, await problems));
  // What was opened and keeps its words would be closed by loading it anew.
  const staysEnglish = screen.keepsWords === true && screen.open !== undefined;
  if (!whole && !staysEnglish) await speak(page, pseudo, screen.keepsWords);
  await learn();
  await problemsHere(page, look, screen);
  if (whole) await lookElsewhere(page, look, learn, screen);
  else if (!staysEnglish) await look('untranslated', untranslated(page));
  return [...new Set(found)];
}

/** Looks at the page in the other windows and languages, and in the other scheme. */
async function lookElsewhere(
  page: Page,
  look: Look,
  learn: () => Promise<void>,
  { keepsWords = false, without = [] }: Pick<Screen, 'keepsWords' | 'without'>,
): Promise<void> {
  await turnTo(page, narrowest);
  await look('320 px', layoutProblems(page));
  const isDialog = await page.evaluate(() => window.pageTools.scope() !== document.body);
  await lookInOtherWindows(page, look, { isDialog, without });
  for (const language of [pseudo, 'ar']) {
    await speak(page, language, keepsWords);
    await learn();
    // The second language begins in the window in which the first one ended.
    const desks = isDialog && language === 'ar' ? [] : [atDesk];
    for (const [name, size] of language === 'ar' ? [inHand, ...desks] : [...desks, inHand]) {
      await turnTo(page, size);
      await look(`${language}, ${name}`, layoutProblems(page));
      if (language === pseudo) await look(`${language}, ${name}`, untranslated(page));
    }
  }
  await turnTo(page, phone);
  await page.emulateMedia({ colorScheme: 'dark' });
  await speak(page, 'en', keepsWords);
}

/** Looks at the page in the light scheme, with the spacing of a reader, zoomed, and at a desk. */
async function lookInOtherWindows(
  page: Page,
  look: Look,
  { isDialog, without }: { isDialog: boolean } & Pick<Screen, 'without'>,
): Promise<void> {
  await turnTo(page, phone);
  await page.emulateMedia({ colorScheme: 'light' });
  // A dialog's document is the same in every window.
  if (isDialog) await look('phone, light', colourProblems(page));
  await withTextSpacing(page, true);
  await look('text spacing', layoutProblems(page));
  await withTextSpacing(page, false);
  await turnTo(page, zoomed);
  await look('200 %', layoutProblems(page));
  await look('200 %', keyboardFocusProblems(page));
  await turnTo(page, desktop);
  if (!isDialog) await look('desktop, light', accessibilityProblems(page, without));
}

/** What is wrong with a page that waits for the server or has not reached it, in the pseudo-language: its parts are the same in every window. */
export async function problemsOfState(page: Page): Promise<string[]> {
  const found: string[] = [];
  const look: Look = async (where, problems) => void found.push(...marked(where, await problems));
  await page.evaluate(() =>
    window.pageTools.learn(
      Object.values(JSON.parse(localStorage.getItem('session_data') ?? '{}') as Record<string, unknown>).filter(
        (value) => typeof value === 'string',
      ),
    ),
  );
  await look('phone, dark', accessibilityProblems(page));
  await look('phone', layoutProblems(page));
  await look('phone', untranslated(page));
  await page.emulateMedia({ colorScheme: 'light' });
  await look('phone, light', colourProblems(page));
  await turnTo(page, narrowest);
  await look('320 px', layoutProblems(page));
  await turnTo(page, phone);
  await page.emulateMedia({ colorScheme: 'dark' });
  return found;
}

/** Prepares the page of a phone for the walk, in the dark scheme. */
export async function prepare(page: Page): Promise<void> {
  await addPageTools(page);
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' });
}
