import { expect, test, type Page } from './fixtures';
import { visitor } from './bookable';
import { flowSizes, capture, settled } from './screenshots';
import { newPerson } from './people';
import { cardOf, pictureOf, publishPost } from './posts';
import { seedAccount, seedProvider } from './seeded-people';
import { socketConnected } from './sockets';

/** The feed: cards, the dialogs of a post, bookmarks, reposts, comments, tags, and live updates. */

const dialogOf = (page: Page, name: string | RegExp) => page.getByRole('dialog', { name });
const LONG = 'Six croissants, one rolling pin, zero panic. '.repeat(6);

/** Pulls the page down halfway: it moves along, and neither the list nor the page is loaded anew. */
async function pullAndLetGo(page: Page): Promise<void> {
  const touch = (type: string, clientY: number) =>
    page.evaluate(
      ([name, y]) => {
        const finger = new Touch({ identifier: 1, target: document.body, clientX: 100, clientY: y });
        window.dispatchEvent(new TouchEvent(name, { touches: [finger], changedTouches: [finger] }));
      },
      [type, clientY] as const,
    );
  const place = page.locator('[data-pull-to-refresh]');
  await touch('touchstart', 10);
  await touch('touchmove', 55);
  await expect(place).toHaveAttribute('data-pull-to-refresh', '0.5');
  await touch('touchend', 55);
  await expect(place).toHaveAttribute('data-pull-to-refresh', '0');
  expect(await page.evaluate(() => getComputedStyle(document.documentElement).overscrollBehaviorY)).toBe('contain');
}

for (const size of flowSizes) {
  test(`a client reads, keeps and passes on a post (${size})`, async ({ browser, request }) => {
    const [author, client] = await Promise.all([seedProvider(request, 'Samira Okafor'), seedAccount(request, 'Olu Adebayo')]);
    const pictures = await Promise.all([pictureOf(request, author), pictureOf(request, author, 'portrait')]);
    const tag = `Pastry${author.username.replace(/[^a-z0-9]/g, '')}`;
    const brief = `${LONG}Ends here. See https://example.com/menu #${tag}`;
    const post = await publishPost(request, author, brief, { pictures });
    const page = await visitor(browser, client, { size });
    await page.goto(`/feed?tag=${tag}`);
    await expect(page.getByRole('heading', { name: `#${tag}` })).toBeVisible();
    const card = cardOf(page, 'Six croissants');
    await expect(card.getByRole('link', { name: 'Samira Okafor' })).toBeVisible();
    await expect(card.getByText('... more')).toBeVisible();
    await expect(card.getByText('a few seconds ago')).toBeVisible();
    // What the provider does is said in full, whatever else the card says.
    const expertise = card.getByText('Pilates & back therapy');
    expect(await expertise.evaluate((line) => line.scrollWidth <= line.clientWidth && line.scrollHeight <= line.clientHeight)).toBe(true);
    await expect
      .poll(() =>
        card
          .locator('img')
          .first()
          .evaluate((image: HTMLImageElement) => image.naturalWidth),
      )
      .toBeGreaterThan(0);
    // A phone loads as many pixels as it shows, and no more.
    const loaded = await card
      .locator('img')
      .first()
      .evaluate((image: HTMLImageElement) => image.currentSrc);
    expect(loaded).toMatch(/\/390\.avif$/);
    await capture(page, `feed-tag-${size}`);

    if (size === 'phone') await pullAndLetGo(page);

    // The bookmark appears at once and is in the list of bookmarks.
    await card.getByRole('button', { name: 'Bookmark' }).click();
    await expect(card.getByRole('button', { name: /Bookmark/ })).toHaveAttribute('aria-pressed', 'true');
    await expect(page.getByText('Post was successfully added to your bookmarks')).toBeVisible();

    // The full post: the arrow keys change pictures, the whole caption is shown, Back closes it.
    await card.getByText('... more').click();
    await expect(page).toHaveURL(new RegExp(`autoView=true&autoActivePost=${post}`));
    const whole = dialogOf(page, 'Post by Samira Okafor');
    await expect(whole.getByText('Ends here.')).toHaveCount(0);
    await whole.getByRole('button', { name: 'Show all' }).click();
    await expect(whole.getByText('Ends here.')).toBeVisible();
    await expect(whole.getByRole('link', { name: 'https://example.com/menu' })).toHaveAttribute('rel', 'noopener noreferrer nofollow ugc');
    await whole.getByRole('group', { name: '2 pictures' }).press('ArrowRight');
    await expect(whole.getByText('2 / 2')).toBeVisible();
    await capture(page, `feed-full-${size}`);

    // A repost asks for confirmation and names who reposted.
    await whole.getByRole('button', { name: 'Repost content' }).click();
    const repost = dialogOf(page, 'Repost content');
    await repost.getByLabel('What you say about it').fill('Go there on a Saturday');
    await repost.getByRole('button', { name: 'Repost', exact: true }).click();
    await expect(repost.getByText('Confirm Repost?')).toBeVisible();
    await capture(page, `feed-repost-${size}`);
    await repost.getByRole('button', { name: 'No' }).click();
    await repost.getByRole('button', { name: 'Repost', exact: true }).click();
    await repost.getByRole('button', { name: 'Yes' }).click();
    await expect(repost.getByText('Your repost is out')).toBeVisible();
    await repost.getByRole('button', { name: 'Done' }).click();
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(page).toHaveURL(new RegExp(`/feed\\?tag=${tag}$`));
    await expect(cardOf(page, 'Six croissants').getByRole('button', { name: 'Repost 1' })).toBeVisible();
    await page.goto(`/feed?tag=${tag}`);
    const mine = cardOf(page, 'Go there on a Saturday');
    await expect(mine.getByRole('link', { name: 'Reposted by Olu Adebayo' })).toBeVisible();
    await expect(mine.getByRole('link', { name: 'Samira Okafor' })).toHaveAttribute('href', `/p/${author.username}`);
    await expect(mine.getByRole('button', { name: /^Undo repost/ })).toBeVisible();
    await expect(mine.getByRole('button', { name: 'Report' })).toHaveCount(0);
    await capture(page, `feed-reposted-${size}`);
    await mine.getByRole('button', { name: /^Undo repost/ }).click();
    const undo = dialogOf(page, 'Undo repost');
    await undo.getByRole('button', { name: 'Undo repost' }).click();
    await undo.getByRole('button', { name: 'Yes' }).click();
    await expect(page.getByText('Go there on a Saturday')).toHaveCount(0);
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(cardOf(page, 'Six croissants').getByRole('button', { name: 'Repost', exact: true })).toBeVisible();

    await page.goto('/my_bookmarks');
    const bookmarked = cardOf(page, 'Six croissants');
    await expect(bookmarked).toBeVisible();
    await capture(page, `bookmarks-${size}`);
    await bookmarked.getByRole('button', { name: /Bookmark/ }).click();
    await expect(page.getByText('Posts you bookmark are kept here.')).toBeVisible();
    await expect(page.getByText('Bookmark was successfully remove from your post')).toBeVisible();
  });
}

test('two readers: new posts and new comments come by themselves, and the list does not jump', async ({ browser, request }) => {
  const [author, client] = await Promise.all([seedProvider(request, 'Mei Tanaka'), seedAccount(request, 'Ivo Marek')]);
  const picture = await pictureOf(request, author);
  const first = `Winter coats are here ${author.username}`;
  const post = await publishPost(request, author, first, { pictures: [picture] });
  const [reader, guest, owner] = await Promise.all([
    visitor(browser, client, { size: 'desktop' }),
    visitor(browser, null, { size: 'phone' }),
    visitor(browser, author, { size: 'desktop' }),
  ]);
  const sockets = [reader, guest].map(socketConnected);
  await Promise.all([reader, guest, owner].map((page) => page.goto('/feed')));
  for (const page of [reader, guest, owner]) await expect(cardOf(page, first)).toBeVisible();
  // The virtual list replaces the first cards once its code is loaded; from then on nothing may move.
  await Promise.all([...sockets, ...[reader, guest, owner].map(settled)]);
  const top = async (page: Page) => (await cardOf(page, first).boundingBox())?.y;
  const [before, beforeGuest] = [await top(reader), await top(guest)];
  const second = `A nap in the window ${author.username}`;
  await publishPost(request, author, second, { pictures: [picture] });
  for (const page of [reader, guest]) await expect(page.getByRole('button', { name: /^\d+ new posts?$/ })).toBeVisible();
  expect([await top(reader), await top(guest)]).toEqual([before, beforeGuest]);
  await capture(reader, 'feed-new-desktop');
  await capture(guest, 'feed-new-phone');
  await expect(cardOf(reader, second)).toHaveCount(0);
  await reader.getByRole('button', { name: /^\d+ new posts?$/ }).click();
  await expect(cardOf(reader, second)).toBeVisible();

  // Both open the comments of the first post: the owner writes, the reader sees it.
  const connected = socketConnected(reader);
  await reader.goto(`/feed?autoView=post_comment&autoActivePost=${post}`);
  await connected;
  const comments = dialogOf(reader, 'All comments');
  await expect(comments.getByText('There are currently no comments for this post.')).toBeVisible();
  await expect(comments.getByText('You have to complete a sesssion with this provider to be able to comment on their post.')).toBeVisible();
  await cardOf(owner, first)
    .getByRole('button', { name: /^Comments/ })
    .click();
  const own = dialogOf(owner, 'All comments');
  await own.getByRole('button', { name: 'Add comment' }).click();
  await capture(owner, 'feed-comment-desktop');
  await own.getByLabel('Your comment').fill('Mild shampoo, <b>warm</b> towels.');
  await own.getByRole('button', { name: 'Add comment' }).click();
  await expect(own.getByText('Mild shampoo, <b>warm</b> towels.')).toBeVisible();
  await expect(comments.getByText('Mild shampoo, <b>warm</b> towels.')).toBeVisible();
  await capture(reader, 'feed-comments-desktop');
  await own.getByRole('button', { name: 'Delete the comment of Mei Tanaka' }).click();
  await own.getByRole('button', { name: 'Yes' }).click();
  await expect(own.getByText('There are currently no comments for this post.')).toBeVisible();
});

test('a guest reads, is told what takes an account, and comes back after signing in', { tag: '@long' }, async ({ browser, request }) => {
  const [author, member] = await Promise.all([seedProvider(request, 'Lucia Arce'), seedAccount(request, 'Noor Haddad')]);
  const picture = await pictureOf(request, author);
  const brief = `Three clauses I would never sign ${author.username}`;
  const post = await publishPost(request, author, brief, { pictures: [picture] });
  const hidden = await publishPost(request, author, `For grown-ups ${author.username}`, { pictures: [picture], mature: 'yes' });
  const page = await visitor(browser, null, { size: 'phone' });
  await page.goto(`/feed?autoView=true&autoActivePost=${post}`);
  await expect(dialogOf(page, 'Post by Lucia Arce').getByRole('link', { name: 'Book Appointment' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page).toHaveURL(/\/feed$/);
  const card = cardOf(page, brief);
  await card.getByRole('button', { name: 'Bookmark' }).click();
  await expect(page.getByText('You need to create an account to be able to bookmark services.')).toBeVisible();
  await card.getByRole('button', { name: 'Repost' }).click();
  await expect(page.getByText('You need to sign in or create an account to be able to use this function')).toBeVisible();
  for (const action of ['Share', 'Report']) {
    await card.getByRole('button', { name: action }).click();
    await expect(page.getByRole('dialog')).toHaveCount(0);
  }
  await page.goto(`/feed?autoView=true&autoActivePost=${hidden}`);
  await expect(dialogOf(page, /./).getByText('This post is not here any more.')).toBeVisible();

  // A visitor who signs up from a post returns to that post.
  const person = newPerson('Noor Haddad');
  await page.goto(`/sign_up?autoView=post_comment&autoActivePost=${post}`);
  await page.getByLabel('Full name').fill(person.name);
  await page.getByLabel('E-mail').fill(person.email);
  await page.getByRole('textbox', { name: 'Password' }).fill(person.password);
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.getByRole('button', { name: 'Create account' }).click();
  await expect(dialogOf(page, 'All comments')).toBeVisible();
  await expect(page).toHaveURL(new RegExp(`/feed\\?autoView=post_comment&autoActivePost=${post}$`));

  // A member uncovers a mature post; its picture is fetched with the member's token.
  const grown = await visitor(browser, member, { size: 'phone' });
  await grown.goto(`/feed?autoView=true&autoActivePost=${hidden}`);
  const whole = dialogOf(grown, 'Post by Lucia Arce');
  await expect(whole.getByText('This post is for adults.')).toBeVisible();
  await capture(grown, 'feed-mature-phone');
  await whole.getByRole('button', { name: 'Show it' }).click();
  await expect(whole.locator('img[src^="blob:"]').first()).toBeVisible();
  await grown.goto('/feed');
  await cardOf(grown, brief).getByRole('button', { name: 'Share' }).click();
  await expect(dialogOf(grown, 'Share this post').getByRole('textbox')).toHaveValue(new RegExp(`/post/${post}$`));
  await capture(grown, 'feed-share-phone');
});
