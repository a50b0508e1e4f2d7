import { expect, test } from './fixtures';
import { visitor } from './bookable';
import { book, respond } from './bookings';
import { asOf, expectStored, readyForOffline } from './offline-page';
import { cardOf, pictureOf, publishPost } from './posts';
import { AppWorker } from './push-service';
import { call, seedAccount, seedProvider } from './seeded-people';

test.use({ serviceWorkers: 'allow' });

const SYNC_TAG = 'outbox';

test('what waits is sent by the worker when no page is open, and arrives once', async ({ browser, request }) => {
  const [provider, client] = [await seedProvider(request, 'Nadia Kessler'), await seedAccount(request, 'Ivo Marek')];
  await respond(request, provider, await book(request, provider, client), 'accepted', 'https://meet.example.com/42');
  const brief = `Breathing on a train ${provider.username}`;
  const post = await publishPost(request, provider, brief, { pictures: [await pictureOf(request, provider)] });
  const token = provider.granted.access_token;
  let conversation = '';
  const arrived = async () => {
    const { messages } = await call<{ messages: { text: string }[] }>(request, `get_messages/${conversation}`, null, token);
    const { comments } = await call<{ comments: { comment: string }[] }>(
      request,
      `get_feed_post_comment_and_repost_history/${post}`,
      null,
      token,
    );
    const bookmarked = await call<{ post_id: string }[]>(request, 'get_bookmarked_posts', null, token);
    return {
      messages: messages.map(({ text }) => text),
      comments: comments.map(({ comment }) => comment),
      bookmarked: bookmarked.map(({ post_id }) => post_id),
    };
  };

  const page = await visitor(browser, provider);
  await page.goto('/message');
  await page.getByRole('link', { name: /Ivo Marek/ }).click();
  const composer = page.getByRole('textbox', { name: 'Write a message to Ivo Marek' });
  await expect(composer).toBeVisible();
  conversation = new URL(page.url()).searchParams.get('conversation') ?? '';
  await expectStored(page, 'get_conversations', `get_messages/${conversation}`);
  await page.goto('/feed');
  await cardOf(page, brief).getByRole('button', { name: 'Comments' }).click();
  await expect(page.getByRole('button', { name: 'Add comment' })).toBeVisible();
  await expectStored(page, 'get_feed_posts', `get_feed_post_comment_and_repost_history/${post}`);
  await readyForOffline(page);
  const elsewhere = await page.context().newPage();
  const worker = await AppWorker.of(page, elsewhere);

  await page.context().setOffline(true);
  await page.goto('/feed');
  await expect(asOf(page)).toBeVisible();
  await cardOf(page, brief).getByRole('button', { name: 'Bookmark' }).click();
  await cardOf(page, brief).getByRole('button', { name: 'Comments' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Add comment' }).click();
  await dialog.getByRole('textbox').fill('Does it work on a bus?');
  await dialog.getByRole('button', { name: 'Add comment' }).click();
  await expect(dialog.getByText('Waiting to be sent')).toBeVisible();
  await page.goto(`/message?conversation=${conversation}`);
  await composer.fill('I am in the tunnel');
  await composer.press('Enter');
  await expect(page.getByRole('region', { name: 'Messages with Ivo Marek' }).getByText('Waiting to be sent')).toBeVisible();
  await expect(page.getByText('Not sent yet: 3')).toBeVisible();
  await page.close();

  await elsewhere.context().setOffline(false);
  expect(await arrived()).toEqual({ messages: [], comments: [], bookmarked: [] });
  // Twice at once, as when the browser and a second event meet.
  await Promise.all([worker.synchronise(SYNC_TAG), worker.synchronise(SYNC_TAG)]);
  const once = { messages: ['I am in the tunnel'], comments: ['Does it work on a bus?'], bookmarked: [post] };
  await expect.poll(arrived).toEqual(once);
  // A page that opens then finds nothing to send.
  await elsewhere.goto('/feed');
  await expect(cardOf(elsewhere, brief).getByRole('button', { name: 'Bookmark' })).toHaveAttribute('aria-pressed', 'true');
  await expect(elsewhere.getByText(/^Not sent yet/)).toHaveCount(0);
  expect(await arrived()).toEqual(once);
});
