import { problems, sentCalls, type CallAnswer, type SentCall } from './stand-ins';
import { renderToString } from 'react-dom/server';
import { matchPath } from 'react-router-dom';
import { askIn, noSession, type AnsweredQueries } from '@/api';
import { createReadyApp, type RunningApp } from '@/app/create-app';
import { routes } from '@/app/routes';
import { speak, addTexts } from '@/i18n/texts';
import type { Texts } from '@/i18n/text-tree';
import { assume, type Assumed } from '@/platform/rendered-page';

/** On the server every text is there from the start: a page is rendered in one go. */
const all = import.meta.glob<Texts>(['../i18n/*/*.json', '!../i18n/*/first-words.json'], { eager: true, import: 'default' });
for (const [path, texts] of Object.entries(all)) addTexts(path.replace('../i18n/', '').replace('.json', ''), texts);

/** What the server asks for. */
interface PageOrder extends Assumed {
  /** Path and query. */
  address: string;
  /** The browser's languages, the preferred first. */
  languages: string[];
}

/** One page on its way. */
interface OpenPage {
  order: PageOrder;
  app: RunningApp | null;
  calls: SentCall[];
  /** The first answers are there, or will not come. */
  answered: boolean;
  failure: string;
}

const pages = new Map<number, OpenPage>();

/**
 * The text and the clock of the page that the engine works on; between two calls it may have been another one. What that one left
 * behind, because it failed midway, is not this page's.
 */
function turnTo({ order }: OpenPage): void {
  sentCalls.length = 0;
  problems.length = 0;
  assume(order);
  Object.assign(navigator, { languages: order.languages, language: order.languages[0] ?? '' });
  speak(order.language);
}

const nothing: AnsweredQueries = { queries: {}, provided: {}, mutations: {} };

async function start(page: OpenPage): Promise<void> {
  const { address, timezone } = page.order;
  const { pathname, searchParams } = new URL(address, 'http://page');
  const route = routes.find(({ path, firstAnswers }) => firstAnswers && matchPath(path, pathname));
  const app = await createReadyApp({ sockets: false, at: address }, nothing);
  page.app = app;
  const params = (route && matchPath(route.path, pathname)?.params) ?? {};
  await route?.firstAnswers?.(askIn(app.store), { params, search: searchParams, session: noSession, timezone });
}

function openPage(number: number): OpenPage {
  const page = pages.get(number);
  if (!page) throw new Error('The page is not open.');
  return page;
}

/** Begins a page under a number that no other page has had. */
export function open(number: number, text: string): void {
  const page: OpenPage = { order: JSON.parse(text) as PageOrder, app: null, calls: [], answered: false, failure: '' };
  turnTo(page);
  pages.set(number, page);
  start(page).then(
    () => (page.answered = true),
    (error: unknown) => (page.failure = error instanceof Error ? String(error.stack) : String(error)),
  );
}

/** Returns the calls that the page waits for, as a JSON list of addresses; an empty list once it can be rendered. */
export function callsOf(number: number): string {
  const page = openPage(number);
  page.calls = sentCalls.splice(0);
  return JSON.stringify(page.calls.map(({ address }) => address));
}

/** Hands over the answers to these calls, in their order. */
export function answer(number: number, text: string): void {
  const page = openPage(number);
  turnTo(page);
  const answers = JSON.parse(text) as CallAnswer[];
  page.calls.forEach((call, at) => {
    const one = answers[at];
    if (one) call.answer(one);
  });
  page.calls = [];
}

/** Forgets a page. */
export function drop(number: number): void {
  pages.delete(number);
}

/** How a boundary begins whose content the server leaves to the browser. */
const leftToBrowser = '<!--$!-->';

/**
 * Renders a page whose answers are there: its HTML, and what the browser needs to take it over. Returns 'null' when
 * code that is imported on demand was not there yet; it is at the next try.
 */
export function render(number: number, isLastTry: boolean): string {
  const page = openPage(number);
  if (!page.app || !page.answered) throw new Error(page.failure || 'The page is not ready.');
  turnTo(page);
  const { App, store } = page.app;
  const html = renderToString(<App />);
  if (html.includes(leftToBrowser) && !isLastTry) return 'null';
  const { queries, provided } = store.getState().api;
  const { language, now, bigScreen, timezone, address } = page.order;
  return JSON.stringify({
    html,
    problems: problems.splice(0),
    state: { language, now, bigScreen, timezone, address, answers: { queries, provided, mutations: {} } },
  });
}
