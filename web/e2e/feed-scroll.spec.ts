import { expect, test, type APIRequestContext, type Page } from './fixtures';
import { visitor } from './bookable';
import { settled } from './screenshots';
import { pictureOf, publishPost } from './posts';
import { call, seedAccount, seedProvider, type SeededPerson } from './seeded-people';

/**
 * Scrolls through many posts, from the first to the last. Only the authors' circles see them, so that they do not fill the
 * feed of other tests on the same system.
 */

/** The longest task is meaningful only on a machine that runs nothing else (`make bench`). */
const MEASURED = process.env['E2E_MEASURE'] === '1';
const POSTS = MEASURED ? 1000 : 150;
/** How many posts an account may write in a minute. */
const AUTHORS = MEASURED ? 8 : 2;
const LONGEST_TASK = 200;
/** How many posts of one author are sent at the same time. */
const AT_ONCE = 2;

async function write(request: APIRequestContext, author: SeededPerson, tag: string, numbers: readonly number[]): Promise<void> {
  const pictures = [await pictureOf(request, author)];
  const left = [...numbers];
  const hand = async () => {
    for (let number = left.pop(); number !== undefined; number = left.pop()) {
      const words = 'A word more. '.repeat(number % 12);
      await publishPost(request, author, `Post ${number} of many. ${words}`, { pictures, tags: [tag], audience: 'interests' });
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, hand));
}

interface Watched extends Window {
  tasks: { at: number; took: number }[];
}

/** Records long tasks, during which the page does not respond. */
const watch = () => {
  const watched = window as unknown as Watched;
  watched.tasks = [];
  new PerformanceObserver((list) => {
    for (const { startTime, duration } of list.getEntries()) watched.tasks.push({ at: Math.round(startTime), took: duration });
  }).observe({ type: 'longtask', buffered: true });
};

/**
 * Scrolls most of a screen in each animation frame until the list ends, and returns what it saw. It gives up when no further post
 * comes for half a minute, so that the picture of the failure shows what the list waits for.
 */
const scrollThrough = () =>
  new Promise<{ seen: number; articles: number; nodes: number }>((resolve) => {
    const seen = new Set<string>();
    let [articles, nodes, news] = [0, 0, performance.now()];
    const step = () => {
      const shown = document.querySelectorAll('main article');
      articles = Math.max(articles, shown.length);
      nodes = Math.max(nodes, document.querySelectorAll('*').length);
      const before = seen.size;
      for (const article of shown) {
        const name = /Post \d+ of many/.exec(article.textContent)?.[0];
        if (name) seen.add(name);
      }
      if (seen.size > before) news = performance.now();
      const over = document.body.textContent.includes('You have seen everything.');
      const atEnd = window.scrollY + window.innerHeight >= document.documentElement.scrollHeight - 2;
      if ((over && atEnd) || performance.now() - news > 30_000) return resolve({ seen: seen.size, articles, nodes });
      window.scrollBy(0, 700);
      requestAnimationFrame(step);
    };
    step();
  });

/** The post in the middle of the screen, and its top in CSS pixels. */
async function middleOf(page: Page): Promise<{ post: string; top: number }> {
  return page.evaluate(() => {
    const article = document.elementFromPoint(window.innerWidth / 3, window.innerHeight / 2)?.closest('article');
    return { post: /Post \d+/.exec(article?.textContent ?? '')?.[0] ?? '', top: Math.round(article?.getBoundingClientRect().top ?? -1) };
  });
}

/** The middle of the screen once the list has stopped moving: two measurements, some frames apart, are equal. */
async function middleAtRest(page: Page): Promise<{ post: string; top: number }> {
  let last = await middleOf(page);
  await expect
    .poll(async () => {
      const previous = last;
      last = await middleOf(page);
      return last.post !== '' && last.post === previous.post && last.top === previous.top;
    })
    .toBe(true);
  return last;
}

test('many posts scroll smoothly, and one finds back to the place one left', { tag: '@long' }, async ({ browser, request }) => {
  const authors = await Promise.all(Array.from({ length: AUTHORS }, () => seedProvider(request, 'Jonas Berg')));
  const tag = `trail${authors[0]?.granted.session_data.ownerId.replaceAll('-', '')}`;
  const numbers = Array.from({ length: POSTS }, (_, index) => index + 1);
  await Promise.all(
    authors.map((author, at) =>
      write(
        request,
        author,
        tag,
        numbers.filter((number) => number % AUTHORS === at),
      ),
    ),
  );

  const reader = await seedAccount(request, 'Olu Adebayo');
  for (const { granted } of authors) {
    await call(request, 'add_new_interest', { iv_provider_id: granted.session_data.ownerId }, reader.granted.access_token);
  }
  const page = await visitor(browser, reader, { size: 'desktop' });
  await page.addInitScript(watch);
  await page.goto(`/feed?tag=${tag}`);
  await expect(page.getByRole('feed').getByRole('article').first()).toBeVisible();
  await settled(page);
  await page.evaluate(() => void ((window as unknown as Watched).tasks = []));
  const { seen, articles, nodes } = await page.evaluate(scrollThrough);
  const tasks = await page.evaluate(() => (window as unknown as Watched).tasks);
  const longest = Math.max(0, ...tasks.map(({ took }) => took));
  test
    .info()
    .annotations.push({ type: 'measure', description: `${articles} cards and ${nodes} nodes at most, longest task ${longest} ms` });
  expect(seen).toBe(POSTS);
  expect(articles).toBeLessThanOrEqual(48);
  expect(nodes).toBeLessThanOrEqual(3000);
  if (MEASURED) expect(longest).toBeLessThanOrEqual(LONGEST_TASK);

  // Back to the middle: neither a dialog nor a visit to another page moves the list.
  await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight / 2));
  const before = await middleAtRest(page);
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
