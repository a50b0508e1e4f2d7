import { expect, test } from './fixtures';
import { expectAccessible } from './accessible';
import { bookableProvider, panel, pressTime, toDay, toTimes, visitor } from './bookable';
import { book, ownerIdOf, respond } from './bookings';
import { asOf, expectStored, readyForOffline, storedAnswers } from './offline-page';
import { cardOf, pictureOf, publishPost } from './posts';
import { call, seedAccount, type SeededPerson } from './seeded-people';

test.use({ serviceWorkers: 'allow' });

const tokenOf = ({ granted }: SeededPerson) => granted.access_token;

interface Comments {
  comments: { comment: string }[];
}
interface Messages {
  messages: { text: string }[];
}

test('what was seen is read without a connection, and what is written then arrives once', async ({ browser, request }) => {
  const [provider, client] = [await bookableProvider(request, 'Nadia Kessler'), await seedAccount(request, 'Ivo Marek')];
  await respond(request, provider, await book(request, provider, client), 'accepted', 'https://meet.example.com/42');
  const brief = `Breathing on a train ${ownerIdOf(provider).slice(0, 6)}`;
  const post = await publishPost(request, provider, brief, { pictures: [await pictureOf(request, provider)] });
  const page = await visitor(browser, provider);

  await page.goto('/message');
  await page.getByRole('link', { name: /Ivo Marek/ }).click();
  await expect(page.getByRole('textbox', { name: 'Write a message to Ivo Marek' })).toBeVisible();
  const conversation = new URL(page.url()).searchParams.get('conversation') ?? '';
  await expectStored(page, 'get_conversations', `get_messages/${conversation}`);
  await page.goto('/schedule_manager/upcoming_schedule');
  await expect(page.getByRole('button', { name: 'Review' })).toBeVisible();
  await expectStored(page, 'get_booking_info');
  await page.goto('/feed');
  await cardOf(page, brief).getByRole('button', { name: 'Comments' }).click();
  await expect(page.getByRole('button', { name: 'Add comment' })).toBeVisible();
  await expectStored(page, 'get_feed_posts', `get_feed_post_comment_and_repost_history/${post}`);
  await readyForOffline(page);

  // A page that is loaded without a connection shows what was last seen, and says of when.
  await page.context().setOffline(true);
  await page.goto('/schedule_manager/upcoming_schedule?tab=calendar');
  await expect(asOf(page)).toBeVisible();
  await expect(page.getByText('Ivo Marek').first()).toBeVisible();
  await page.goto(`/message?conversation=${conversation}`);
  await expect(asOf(page)).toBeVisible();
  const composer = page.getByRole('textbox', { name: 'Write a message to Ivo Marek' });
  await composer.fill('I am in the tunnel');
  await composer.press('Enter');
  await composer.fill('Still there');
  await composer.press('Enter');
  const talk = page.getByRole('region', { name: 'Messages with Ivo Marek' });
  await expect(talk.getByText('Waiting to be sent')).toHaveCount(2);

  await page.goto('/feed');
  await expect(asOf(page)).toBeVisible();
  await cardOf(page, brief).getByRole('button', { name: 'Bookmark' }).click();
  await expect(cardOf(page, brief).getByRole('button', { name: 'Bookmark' })).toHaveAttribute('aria-pressed', 'true');
  await cardOf(page, brief).getByRole('button', { name: 'Comments' }).click();
  const dialog = page.getByRole('dialog');
  for (const text of ['Does it work on a bus?', 'Not this one']) {
    await dialog.getByRole('button', { name: 'Add comment' }).click();
    await dialog.getByRole('textbox').fill(text);
    await dialog.getByRole('button', { name: 'Add comment' }).click();
    await expect(dialog.getByRole('listitem').filter({ hasText: text }).getByText('Waiting to be sent')).toBeVisible();
  }
  await dialog.getByRole('listitem').filter({ hasText: 'Not this one' }).getByRole('button', { name: 'Discard' }).click();
  await expect(dialog.getByText('Not this one')).toHaveCount(0);

  // What waits survives the end of the page, and the bookmark is still shown.
  await page.goto('/feed');
  await expect(page.getByText('Not sent yet: 4')).toBeVisible();
  await expectAccessible(page);
  await expect(cardOf(page, brief).getByRole('button', { name: 'Bookmark' })).toHaveAttribute('aria-pressed', 'true');

  await page.context().setOffline(false);
  await expect(page.getByText(/^Not sent yet/)).toHaveCount(0, { timeout: 20_000 });
  await expect(asOf(page)).toHaveCount(0);
  const { messages } = await call<Messages>(request, `get_messages/${conversation}`, null, tokenOf(client));
  expect(messages.map(({ text }) => text)).toEqual(['Still there', 'I am in the tunnel']);
  const { comments } = await call<Comments>(request, `get_feed_post_comment_and_repost_history/${post}`, null, tokenOf(provider));
  expect(comments.map(({ comment }) => comment)).toEqual(['Does it work on a bus?']);
  const bookmarked = await call<{ post_id: string }[]>(request, 'get_bookmarked_posts', null, tokenOf(provider));
  expect(bookmarked.map(({ post_id }) => post_id)).toEqual([post]);
});

test(
  'a booking says that it needs a connection, and the first one brings the offer to install',
  { tag: '@long' },
  async ({ browser, request }) => {
    const [provider, client] = [await bookableProvider(request, 'Nadia Kessler'), await seedAccount(request, 'Ivo Marek')];
    const page = await visitor(browser, client);
    // The browser may say that the app can be installed before the app has started.
    await page.addInitScript(() => {
      const offer = () =>
        window.dispatchEvent(Object.assign(new Event('beforeinstallprompt', { cancelable: true }), { prompt: () => Promise.resolve() }));
      document.addEventListener('readystatechange', () => document.readyState === 'interactive' && offer());
    });
    await page.goto(`/p/${provider.username}`);
    await toTimes(page, [/Back relief plan/], 'Remote');
    await toDay(page, 1);
    await pressTime(page, 0);
    await panel.next(page, 'Complete booking').click();
    const send = panel.next(page, 'Confirm booking');
    await page.context().setOffline(true);
    await send.click();
    // In the panel, where it stays, and as a toast.
    await expect(page.getByRole('tabpanel', { name: 'Book' }).getByText('You are offline. This needs a connection.')).toBeVisible();
    await expect(page.getByText(/put Openhours on your home screen/)).toHaveCount(0);
    await page.context().setOffline(false);
    await send.click();
    await expect(panel.sent(page)).toBeVisible();
    await expect(page.getByText(/put Openhours on your home screen/)).toBeVisible();
    await page.getByRole('button', { name: 'No, thanks' }).click();
    await page.reload();
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.getByText(/put Openhours on your home screen/)).toHaveCount(0);
  },
);

test('nothing of an account is left in the browser after signing out', async ({ browser, request }) => {
  const [provider, client] = [await bookableProvider(request, 'Nadia Kessler'), await seedAccount(request, 'Ivo Marek')];
  await respond(request, provider, await book(request, provider, client), 'accepted', 'https://meet.example.com/42');
  const page = await visitor(browser, client);
  await page.goto('/schedule_manager/upcoming_schedule');
  await expect(page.getByRole('button', { name: 'Review' })).toBeVisible();
  await expectStored(page, ownerIdOf(client));
  await page.goto('/sign_out');
  await page.waitForURL('**/home');
  await expect.poll(async () => (await storedAnswers(page)).join()).not.toContain(ownerIdOf(client));
});

test('a new version is offered, and waits for the user', async ({ browser }) => {
  const page = await visitor(browser, null);
  let version = 1;
  await page.context().route('**/service-worker.js', async (route) => {
    const answer = await route.fetch();
    await route.fulfill({ response: answer, body: `${await answer.text()}\n// ${version}` });
  });
  await page.goto('/user_request');
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  await expect(page.getByText('New version')).toHaveCount(0);
  version = 2;
  await page.evaluate(async () => (await navigator.serviceWorker.ready).update());
  await expect(page.getByText('New version')).toBeVisible();
  await expectAccessible(page);
  await page.getByLabel('Your message').fill('Half a thought');
  await page.getByRole('button', { name: 'Reload' }).click();
  await expect(page.getByText('What you typed here would be lost.')).toBeVisible();
  await expect(page.getByLabel('Your message')).toHaveValue('Half a thought');
  const reloaded = page.waitForEvent('load');
  await page.getByRole('button', { name: 'Reload' }).click();
  await reloaded;
  await expect(page.getByText('New version')).toHaveCount(0);
  expect(await page.evaluate(async () => (await navigator.serviceWorker.ready).waiting)).toBeNull();
});
