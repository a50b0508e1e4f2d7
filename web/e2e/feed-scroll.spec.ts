import { expect, test, type APIRequestContext, type Page } from './fixtures';
import { visitor } from './bookable';
import { settled } from './looks';
import { pictureOf, published } from './posts';
import { call, newResident, providerResident, type Resident } from './residents';

/**
 * Many posts, scrolled through from the first to the last. They are for the authors' circles alone: what else is tested in the
 * same house does not drown in them.
 */

/** How long the page was kept busy at a stretch is only told by a machine that does nothing else (`make bench`). */
const MEASURED = process.env['E2E_MEASURE'] === '1';
const POSTS = MEASURED ? 1000 : 150;
/** Each account may write so often in a minute. */
const AUTHORS = MEASURED ? 8 : 2;
const LONGEST_TASK = 200;
/** How many of an author's posts are on their way at once. */
const AT_ONCE = 2;

async function write(request: APIRequestContext, author: Resident, tag: string, numbers: readonly number[]): Promise<void> {
  const pictures = [await pictureOf(request, author)];
  const left = [...numbers];
  const hand = async () => {
    for (let number = left.pop(); number !== undefined; number = left.pop()) {
      const words = 'A word more. '.repeat(number % 12);
      await published(request, author, `Post ${number} of many. ${words}`, { pictures, tags: [tag], audience: 'interests' });
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, hand));
}

interface Watched extends Window {
  tasks: { at: number; took: number }[];
}

/** Watches for tasks that keep the page from answering. */
const watch = () => {
  const watched = window as unknown as Watched;
  watched.tasks = [];
  new PerformanceObserver((list) => {
    for (const { startTime, duration } of list.getEntries()) watched.tasks.push({ at: Math.round(startTime), took: duration });
  }).observe({ type: 'longtask', buffered: true });
};

/** Scrolls on, a good part of a screen for each picture drawn, until the end of the list; what was seen on the way. */
const scrollThrough = () =>
  new Promise<{ seen: number; articles: number; nodes: number }>((resolve) => {
    const seen = new Set<string>();
    let [articles, nodes] = [0, 0];
    const step = () => {
      const shown = document.querySelectorAll('main article');
      articles = Math.max(articles, shown.length);
      nodes = Math.max(nodes, document.querySelectorAll('*').length);
      for (const article of shown) {
        const name = /Post \d+ of many/.exec(article.textContent)?.[0];
        if (name) seen.add(name);
      }
      const over = document.body.textContent.includes('You have seen everything.');
      const atEnd = window.scrollY + window.innerHeight >= document.documentElement.scrollHeight - 2;
      if (over && atEnd) return resolve({ seen: seen.size, articles, nodes });
      window.scrollBy(0, 700);
      requestAnimationFrame(step);
    };
    step();
  });

/** The post that stands in the middle of the screen, and where. */
async function middleOf(page: Page): Promise<{ post: string; top: number }> {
  return page.evaluate(() => {
    const article = document.elementFromPoint(window.innerWidth / 3, window.innerHeight / 2)?.closest('article');
    return { post: /Post \d+/.exec(article?.textContent ?? '')?.[0] ?? '', top: Math.round(article?.getBoundingClientRect().top ?? -1) };
  });
}

test('many posts scroll smoothly, and one finds back to the place one left', async ({ browser, request }) => {
  const authors = await Promise.all(Array.from({ length: AUTHORS }, () => providerResident(request, 'Jonas Berg')));
  const tag = `trail${authors[0]?.granted.session_data.ownerId.replaceAll('-', '')}`;
  const numbers = Array.from({ length: POSTS }, (_, index) => index + 1);
  await Promise.all(authors.map((author, at) => write(request, author, tag, numbers.filter((number) => number % AUTHORS === at))));

  const reader = await newResident(request, 'Olu Adebayo');
  for (const { granted } of authors) {
    await call(request, 'add_new_interest', { iv_provider_id: granted.session_data.ownerId }, reader.granted.access_token);
  }
  const page = await visitor(browser, reader, { size: 'desk' });
  await page.addInitScript(watch);
  await page.goto(`/feed?tag=${tag}`);
  await expect(page.getByRole('feed').getByRole('article').first()).toBeVisible();
  await settled(page);
  await page.evaluate(() => void ((window as unknown as Watched).tasks = []));
  const { seen, articles, nodes } = await page.evaluate(scrollThrough);
  const tasks = await page.evaluate(() => (window as unknown as Watched).tasks);
  const longest = Math.max(0, ...tasks.map(({ took }) => took));
  test.info().annotations.push({ type: 'measure', description: `${articles} cards and ${nodes} nodes at most, longest task ${longest} ms` });
  expect(seen).toBe(POSTS);
  expect(articles).toBeLessThanOrEqual(48);
  expect(nodes).toBeLessThanOrEqual(3000);
  if (MEASURED) expect(longest).toBeLessThanOrEqual(LONGEST_TASK);

  // Half way up again: a dialog, and another page, leave the list where it was.
  await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight / 2));
  await expect.poll(async () => (await middleOf(page)).post).not.toBe('');
  await page.waitForTimeout(300);
  const before = await middleOf(page);
  const card = page.getByRole('article').filter({ hasText: `${before.post} of` });
  await card.getByRole('button', { name: 'Comments' }).click();
  await expect(page.getByRole('dialog', { name: 'All comments' })).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  expect(await middleOf(page)).toEqual(before);
  await card.getByRole('link', { name: 'Jonas Berg' }).click();
  await expect(page).toHaveURL(/\/p\//);
  await expect(page.getByRole('heading', { name: 'Jonas Berg' })).toBeVisible();
  await page.goBack();
  await expect.poll(() => middleOf(page)).toEqual(before);
});
