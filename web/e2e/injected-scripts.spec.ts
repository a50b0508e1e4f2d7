import { expect, test, type Page } from './fixtures';

/** What a script that got into the page would call. */
interface Attacked extends Window {
  ran?: string[];
}

/** Tries one way to make text into code, and returns what ran, after the browser had the time to run it. */
const attempt = (page: Page, way: string) =>
  page.evaluate(async (named) => {
    const attacked = window as Attacked;
    attacked.ran = [];
    // What Playwright runs may call eval whatever the page's policy says; what a timer runs is the page's own.
    await new Promise((resolve) => setTimeout(resolve));
    const mark = `window.ran.push(${JSON.stringify(named)})`;
    const place = document.body.appendChild(document.createElement('div'));
    const ways: Record<string, () => unknown> = {
      'a picture’s error handler': () => (place.innerHTML = `<img src="/nowhere.png" onerror='${mark}'>`),
      'a drawing': () => (place.innerHTML = `<svg><script>${mark}</script></svg>`),
      'a page in a frame': () => (place.innerHTML = `<iframe srcdoc="<script>parent.${mark}</script>"></iframe>`),
      'beside an element': () => place.insertAdjacentHTML('beforeend', `<details open ontoggle='${mark}'>`),
      'an element with its handler': () => (place.outerHTML = `<p tabindex=0 autofocus onfocus='${mark}'>`),
      'a script of its own': () => {
        const script = document.createElement('script');
        script.append(mark);
        place.append(script);
      },
      'a script elsewhere': () => {
        const script = document.createElement('script');
        script.src = `data:text/javascript,${encodeURIComponent(mark)}`;
        place.append(script);
      },
      'an attribute': () => {
        place.setAttribute('onclick', mark);
        place.click();
      },
      'a link': () => {
        const link = document.createElement('a');
        link.href = `javascript:${mark}`;
        place.append(link);
        link.click();
      },
      eval: () => (0, eval)(mark),
      'a function from text': () => (Function(mark) as () => void)(),
      'a timer with text': () => setTimeout(mark, 0),
      'a worker from text': () =>
        new Worker(URL.createObjectURL(new Blob([`postMessage(0)`]))).addEventListener('message', () => attacked.ran?.push(named)),
      'a worker of another path': () => new Worker('/media/avatars/script.js'),
      'another service worker': () => navigator.serviceWorker.register('/media/avatars/sw.js'),
      'a second policy': () => {
        const { trustedTypes } = window as Window & { trustedTypes?: { createPolicy: (name: string, rules: object) => object } };
        trustedTypes?.createPolicy('mine', { createHTML: (text: string) => text });
        attacked.ran?.push(named);
      },
      'the same policy again': () => {
        const { trustedTypes } = window as Window & { trustedTypes?: { createPolicy: (name: string, rules: object) => object } };
        trustedTypes?.createPolicy('default', { createHTML: (text: string) => text });
        attacked.ran?.push(named);
      },
    };
    try {
      await ways[named]?.();
    } catch {
      // The browser refused.
    }
    // A sentinel after whatever the attempt has set off: a worker, a timer and a picture that fails.
    await new Promise((resolve) => {
      const sentinel = new Image();
      sentinel.onerror = () => setTimeout(resolve, 50);
      sentinel.src = '/nowhere-either.png';
    });
    const { ran } = attacked;
    place.remove();
    return ran;
  }, way);

const ways = [
  'a picture’s error handler',
  'a drawing',
  'a page in a frame',
  'beside an element',
  'an element with its handler',
  'a script of its own',
  'a script elsewhere',
  'an attribute',
  'a link',
  'eval',
  'a function from text',
  'a timer with text',
  'a worker from text',
  'a worker of another path',
  'another service worker',
  'a second policy',
  'the same policy again',
];

test('what gets into the page as text does not run', async ({ page }) => {
  await page.goto('/feed');
  const ran: Record<string, unknown> = {};
  for (const way of ways) ran[way] = await attempt(page, way);
  expect(ran).toEqual(Object.fromEntries(ways.map((way) => [way, []])));
});

test('the text is not even parsed: it stays out of the page', async ({ page }) => {
  await page.goto('/feed');
  const outcome = await page.evaluate(() => {
    const place = document.createElement('div');
    try {
      place.innerHTML = '<b>from text</b>';
    } catch (error) {
      return { name: (error as Error).name, html: place.innerHTML };
    }
    return { name: '', html: place.innerHTML };
  });
  expect(outcome).toEqual({ name: 'TypeError', html: '' });
});
