import { expect, test, type Page } from './fixtures';
import { visitor } from './bookable';
import { flowSizes, capture } from './screenshots';
import { pick } from './people';
import { createPost } from './own-posts';
import { call, seedProvider } from './seeded-people';
import { socketConnected } from './sockets';

async function manage(page: Page, brief: string, action: string): Promise<void> {
  await page.getByRole('article').filter({ hasText: brief }).getByRole('button', { name: 'Manage post' }).click();
  const dialog = page.getByRole('dialog', { name: 'Manage Post' });
  await pick(page, 'Action', action);
  await dialog.getByRole('button', { name: action }).click();
}

for (const size of flowSizes) {
  test(`own posts are archived, restored and deleted, reposts undone (${size})`, async ({ browser, request }) => {
    const [person, other] = await Promise.all([seedProvider(request, 'Irma Solis'), seedProvider(request, 'Paul Otieno')]);
    await createPost(request, person, { iv_post_brief: 'Mornings by the river' });
    const original = await createPost(request, other, { iv_post_brief: 'Worth passing on' });
    const repost = { iv_post_id: original, iv_original_avatar: '', iv_repost_brief: 'Read this', iv_device_data: '{}' };
    await call(request, 'create_repost_feed_content', repost, person.granted.access_token);
    const page = await visitor(browser, person, { size });
    await page.goto('/my_posts');
    const card = page.getByRole('article').filter({ hasText: 'Mornings' });
    await card.getByRole('button', { name: 'Manage post' }).click();
    const dialog = page.getByRole('dialog', { name: 'Manage Post' });
    await dialog.getByRole('button', { name: 'Continue' }).click();
    await expect(dialog.getByText('Select an action from the drop down.')).toBeVisible();
    await capture(page, `manage-post-${size}`);
    await page.goBack();
    await expect(dialog).toBeHidden();

    // Who reads the feed meanwhile does not go on booking from a post that is gone.
    const reader = await visitor(browser, null, { size });
    const told = socketConnected(reader);
    await reader.goto('/feed');
    await told;
    const read = reader.getByRole('article').filter({ hasText: 'Mornings' });
    await expect(read).toBeVisible();

    await manage(page, 'Mornings', 'Archive post');
    await expect(page.getByText('Your post was archived')).toBeVisible();
    await expect(read).toHaveCount(0);
    await reader.close();
    await capture(page, `manage-post-done-${size}`);
    await expect(page.getByRole('dialog')).toBeHidden();
    await expect(card.getByText('archived')).toBeVisible();
    await manage(page, 'Mornings', 'Restore post');
    await expect(page.getByText('Your post is out again')).toBeVisible();
    await expect(page.getByRole('dialog')).toBeHidden();
    await manage(page, 'Mornings', 'Delete post');
    await expect(page.getByText('Delete this post for good?')).toBeVisible();
    await capture(page, `manage-post-sure-${size}`);
    await page.getByRole('dialog').getByRole('button', { name: 'Yes' }).click();
    await expect(card).toHaveCount(0);
    await expect(page.getByRole('dialog')).toBeHidden();

    await page.getByRole('button', { name: 'Undo repost' }).click();
    const undo = page.getByRole('dialog', { name: 'Undo repost' });
    await undo.getByRole('button', { name: 'Undo repost' }).click();
    await undo.getByRole('button', { name: 'Yes' }).click();
    await expect(page.getByText('You are yet to post any content.')).toBeAttached();
  });
}
