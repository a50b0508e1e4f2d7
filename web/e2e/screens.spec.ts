import { matchPath } from 'react-router-dom';
import { expect, test, type APIRequestContext, type Browser, type Page } from './fixtures';
import type { Screen, Viewer } from './accessibility/screen';
import { asking, parts } from './accessibility/screens';
import { goInside } from './accessibility/inside';
import { collectData, leave, prepare, problemsOf, problemsOfState, pseudo, quiet, walked, whole } from './accessibility/walk';
import { makeWorld, type World } from './accessibility/world';
import { openDevice } from './devices';
import { actAs, signedInAnew } from './seeded-people';

/** One walk over every screen, dialog, sheet and menu in all their states: that everybody can read and use them (WCAG 2.2 AA). */

let world: Promise<World> | undefined;

/** The people of all walks of this process. */
function worldOf(request: APIRequestContext): Promise<World> {
  world ??= makeWorld(request);
  return world;
}

/** An open page with its hidden problems: uncaught errors and violations of the content security policy. */
async function pageOf(
  browser: Browser,
  request: APIRequestContext,
  people: World,
  viewer: Viewer,
): Promise<{ page: Page; troubles: string[] }> {
  const context = await openDevice(browser, 'phone');
  if (viewer !== 'guest') await actAs(context, await signedInAnew(request, people[viewer]));
  const page = await context.newPage();
  const troubles: string[] = [];
  page.on('pageerror', (error) => troubles.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error' && message.text().includes('Content Security Policy')) troubles.push(message.text());
  });
  await prepare(page);
  return { page, troubles };
}

const addressOf = ({ at }: Screen, people: World) => (typeof at === 'string' ? at : at(people));

const inLanguage = (address: string, language: string) => `${address}${address.includes('?') ? '&' : '?'}lang=${language}`;

/** Addresses that show nothing themselves: they redirect to another page. */
const redirects = ['/', '/account', '/signin', '/schedule_manager', '/sign_out', '/staff'];

interface Opening {
  /** Only the first screen of a page loads the app. */
  isFirst?: boolean;
  /** The screen comes to rest while it is still loading. */
  busy?: boolean;
  language?: string;
}

/** Loads the app and waits for the provider's alert, which opens over any page, a moment after the page itself. */
async function loadWithAlert(page: Page): Promise<void> {
  await page.goto(inLanguage('/privacy_policy', walked));
  await page.getByRole('dialog').waitFor();
  await quiet(page);
}

/** Opens the screen. */
async function open(
  page: Page,
  people: World,
  screen: Screen,
  { isFirst, busy = false, language: wanted = walked }: Opening,
): Promise<void> {
  const address = addressOf(screen, people);
  // The steps that open a screen name what they press in English.
  const language = screen.open ? 'en' : wanted;
  if (isFirst) await page.goto(inLanguage(address, language));
  else {
    await leave(page);
    await goInside(page, address, language);
  }
  // A dialog may wait for its answer while the page under it has come to rest.
  if (!busy && address.includes('dialog=')) await page.getByRole('dialog').first().waitFor();
  await quiet(page, { busy, language });
  if (!screen.open) return;
  await screen.open(page);
  await quiet(page, { busy });
}

test('every page of the app is among the screens', async ({ request }) => {
  const people = await worldOf(request);
  const walked = parts.flatMap(({ screens }) => screens.map((screen) => addressOf(screen, people).split('?')[0] ?? ''));
  const { pages } = (await (await request.get('/pages.json')).json()) as { pages: { path: string }[] };
  const missing = pages
    .map(({ path }) => path)
    .filter((path) => !redirects.includes(path) && !walked.some((address) => matchPath(path, address)));
  expect(missing).toEqual([]);
});

const firstOfProvider = parts.find(({ viewer }) => viewer === 'provider')?.name;

for (const { name, viewer, screens } of parts) {
  test(`everybody can use every screen: ${name}`, async ({ browser, request }) => {
    const people = await worldOf(request);
    const { page, troubles } = await pageOf(browser, request, people, viewer);
    const data = collectData(page);
    if (viewer === 'provider') {
      await loadWithAlert(page);
      // The first of these walks also looks at the alert; every one closes it before it goes on.
      if (name === firstOfProvider) expect.soft(await problemsOf(page, data, { name: 'alert', at: '' }), 'alert').toEqual([]);
      await leave(page);
    }
    for (const [nth, screen] of screens.filter(({ isVariant }) => whole || !isVariant).entries()) {
      await test.step(screen.name, async () => {
        await open(page, people, screen, { isFirst: nth === 0 && viewer !== 'provider' });
        expect
          .soft(await page.getByRole('heading', { level: 1, includeHidden: true }).count(), `${screen.name}: one heading of the page`)
          .toBe(1);
        expect.soft(await problemsOf(page, data, screen), screen.name).toEqual([]);
      });
    }
    expect(troubles).toEqual([]);
  });
}

for (const { name, viewer, screens } of asking) {
  test(`every screen says that the server is silent, or failed: ${name}`, { tag: '@long' }, async ({ browser, request }) => {
    const people = await worldOf(request);
    for (const state of ['silent', 'failing'] as const) {
      const { page } = await pageOf(browser, request, people, viewer);
      await page.route('**/api/**', (route) =>
        state === 'failing'
          ? route.fulfill({ status: 500, json: { status: false, message: { main_msg: '', iv_msg: {} }, data: null } })
          : undefined,
      );
      // The language stays as long as the page is not loaded anew.
      await page.goto(inLanguage('/privacy_policy', pseudo));
      await expect(page.locator('html')).toHaveAttribute('lang', pseudo);
      for (const screen of screens) {
        await test.step(`${screen.name}, ${state}`, async () => {
          await open(page, people, screen, { busy: true, language: pseudo });
          await expect
            .soft(
              page.locator(state === 'silent' ? '[aria-busy=true]' : '[role=alert]').first(),
              `${screen.name} shows that the server is ${state}`,
            )
            .toBeAttached();
          expect.soft(await problemsOfState(page), `${screen.name}, ${state}`).toEqual([]);
        });
      }
    }
  });
}
