import { expect, test, type Page } from './fixtures';
import { visitor } from './bookable';
import { pick } from './people';
import { sampleImages } from './png';
import { flowSizes, capture } from './screenshots';
import { pickFiles, createPost } from './own-posts';
import { call, seedAccount, seedProvider } from './seeded-people';
import { socketConnected } from './sockets';

const upload = '**/api/upload_feed_media';

/** Crops, rotates, replaces and saves two pictures. */
async function editPictures(page: Page, size: string): Promise<void> {
  await page.getByRole('dialog').getByRole('button', { name: 'Upload Image(s)' }).click();
  const empty = page.getByRole('dialog', { name: 'Upload Image(s)' });
  await empty.getByRole('button', { name: 'Replace' }).click();
  await expect(empty.getByText('You have to at least upload one image before you can edit')).toBeVisible();
  await capture(page, `uploader-empty-${size}`);
  await pickFiles(page, /^Pick pictures/, sampleImages.nine);
  const uploader = page.getByRole('dialog', { name: 'Edit image' });
  await expect(uploader.getByText("You can't upload more than 8 images at once")).toBeVisible();
  await expect(uploader.getByText('Picture 1 of 8')).toBeVisible();
  await capture(page, `uploader-full-${size}`);
  for (let left = 8; left > 2; left--) await uploader.getByRole('button', { name: 'Remove' }).click();
  const cut = () => uploader.locator('[aria-current] canvas').evaluate((canvas: HTMLCanvasElement) => canvas.toDataURL());
  const first = await cut();
  await pickFiles(page, 'Replace', sampleImages.landscape);
  await expect.poll(cut).not.toBe(first);
  const upright = await cut();
  await uploader.getByRole('button', { name: 'Turn right' }).click();
  await expect.poll(cut).not.toBe(upright);
  await capture(page, `uploader-turned-${size}`);
  const sideways = await cut();
  await uploader.getByRole('button', { name: 'Restart' }).click();
  await expect.poll(cut).not.toBe(sideways);
  await expect(uploader.getByRole('button', { name: 'Previous picture' })).toBeDisabled();
  await uploader.getByRole('button', { name: 'Next picture' }).click();
  await expect(uploader.getByText('Picture 2 of 2')).toBeVisible();
  await expect(uploader.getByRole('button', { name: 'Next picture' })).toBeDisabled();
  await pickFiles(page, 'Replace', sampleImages.portrait);
  await uploader.getByRole('button', { name: 'Save' }).click();
}

for (const size of flowSizes) {
  test(`a post is written in three steps, its pictures sent one by one (${size})`, async ({ browser, request }) => {
    const person = await seedProvider(request, 'Jonas Berg');
    const page = await visitor(browser, person, { size });
    await page.goto('/my_posts');
    await expect(page.getByText('You are yet to post any content.')).toBeVisible();
    await capture(page, `my-posts-empty-${size}`);
    await page.getByRole('main').getByRole('button', { name: 'Create post' }).click();
    const composer = page.getByRole('dialog', { name: 'Create post' });
    const press = (name: string) => composer.getByRole('button', { name, exact: true }).click();
    await press('Next');
    await expect(composer.getByText('You have to upload an image & a caption')).toBeVisible();
    await composer
      .getByLabel('Caption')
      .fill('Your first ten kilometres off the road: a plan for people who never have time. #running #trail');

    // The test holds the first upload back and refuses the second.
    let refuse = true;
    const held: (() => void)[] = [];
    await page.route(upload, async (route) => {
      if (refuse && held.length)
        return route.fulfill({
          status: 429,
          headers: { 'Retry-After': '7' },
          json: { status: false, message: { main_msg: 'Slow down.', iv_msg: {} }, data: null },
        });
      if (refuse) await new Promise<void>((release) => held.push(release));
      return route.continue();
    });
    await editPictures(page, size);
    await expect(composer.getByRole('progressbar', { name: 'Sending picture 1 of 2' })).toBeVisible();
    await expect(composer.getByText('Picture 2 of 2: Too many pictures at once. Try again in 7 seconds.')).toBeVisible();
    await expect(composer.getByLabel('Caption')).toHaveValue(/ten kilometres/);
    await capture(page, `create-post-sending-${size}`);
    refuse = false;
    held.forEach((release) => release());
    await press('Retry picture 2');
    await expect(composer.getByText(/Too many/)).toBeHidden();
    await expect(composer.getByRole('progressbar')).toHaveCount(0);
    await capture(page, `create-post-${size}`);

    await press('Next');
    await composer.getByLabel('Tags').pressSequentially('Ten K,#RUNNING,beginners');
    await press('Add my services as tags');
    await expect(composer.getByRole('button', { name: 'Remove First assessment' })).toBeVisible();
    await press('Add my services as tags');
    await expect(page.getByText('You have already included all your services as tags.')).toBeVisible();
    await press('Remove trail');
    await capture(page, `create-post-tags-${size}`);
    await press('Next');
    await composer.getByRole('radio', { name: 'Schedule' }).click();
    await press('Schedule');
    await expect(composer.getByText('Choose a date and time.')).toBeVisible();
    await capture(page, `create-post-preferences-${size}`);
    await press('Back');
    await press('Back');
    await expect(composer.getByLabel('Caption')).toHaveValue(/#running trail$/);
    await press('Next');
    await press('Next');
    await composer.getByRole('radio', { name: 'Now' }).click();
    await press('Post');
    await expect(composer).toBeHidden();
    await expect(page).toHaveURL(/\/my_posts$/);
    const card = page.getByRole('article').filter({ hasText: 'ten kilometres' });
    await expect(card).toHaveCount(1);
    const image = card.locator('img').first();
    await expect
      .poll(() => image.evaluate((shown: HTMLImageElement) => [shown.width > 0, (shown.naturalWidth / shown.naturalHeight).toFixed(1)]))
      .toEqual([true, '1.3']);
    await capture(page, `my-posts-one-${size}`);
  });
}

test('a post whose writer was signed out elsewhere is there again after signing in, and discarded for good', async ({
  browser,
  request,
}) => {
  const person = await seedProvider(request, 'Mina Vogel');
  const page = await visitor(browser, person, { size: 'phone', withoutSocket: true });
  await page.goto('/feed?dialog=create_post');
  const composer = page.getByRole('dialog', { name: 'Create post' });
  await composer.getByLabel('Caption').fill('Five minutes for your neck #stretching');
  await composer.getByRole('button', { name: 'Upload Image(s)' }).click();
  await pickFiles(page, /^Pick pictures/, sampleImages.landscape);
  await call(request, 'sign_out', null, person.granted.access_token);
  await page.getByRole('button', { name: 'Save' }).click();

  await expect(page).toHaveURL(/\/sign_in$/);
  await expect(page.getByText(/your login has expired or was ended on another device/)).toBeVisible();
  await page.getByLabel('E-mail').fill(String(person.granted.session_data['email']));
  await page.getByLabel('Password', { exact: true }).fill(person.password ?? '');
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(composer.getByLabel('Caption')).toHaveValue('Five minutes for your neck #stretching');
  await expect(composer.getByRole('img', { name: 'Picture 1 of 1' })).toBeVisible();

  const press = (name: string) => composer.getByRole('button', { name, exact: true }).click();
  await press('Next');
  await press('Next');
  await composer.getByRole('radio', { name: 'Trusted' }).click();
  await press('Close');
  await press('Discard');
  await page.getByRole('button', { name: 'Create post' }).first().click();
  await composer.getByLabel('Caption').fill('Another one');
  await composer.getByRole('button', { name: 'Upload Image(s)' }).click();
  await pickFiles(page, /^Pick pictures/, sampleImages.landscape);
  await page.getByRole('button', { name: 'Save' }).click();
  await press('Next');
  await expect(composer.getByRole('button', { name: 'Remove stretching' })).toBeHidden();
  await press('Next');
  for (const name of ['Now', 'Everybody', 'No']) await expect(composer.getByRole('radio', { name, exact: true })).toBeChecked();

  // A second failure is seen, although the message of the first one still stands there.
  await page.route('**/api/create_new_feed_content', (route) => route.fulfill({ status: 503, json: {} }));
  const issue = page.getByRole('alert').filter({ hasText: 'Temporary server issue' });
  await press('Post');
  const first = await issue.elementHandle();
  await page.waitForTimeout(600);
  await press('Post');
  await expect.poll(() => first?.isVisible()).toBe(false);
  await expect(issue).toBeVisible();
});

test('a picture that is removed is sent no further', { tag: '@long' }, async ({ browser, request }) => {
  const page = await visitor(browser, await seedProvider(request, 'Lea Haas'), { size: 'phone' });
  await page.route(upload, () => new Promise(() => undefined));
  await page.goto('/feed?dialog=create_post');
  await page.getByRole('dialog').getByRole('button', { name: 'Upload Image(s)' }).click();
  await pickFiles(page, /^Pick pictures/, sampleImages.landscape);
  await expect(page.getByText('Picture 1 of 1')).toBeVisible();
  const sent = page.waitForRequest(upload);
  await page.getByRole('button', { name: 'Save' }).click();
  const request1 = await sent;
  const givenUp = page.waitForEvent('requestfailed');
  await page.getByRole('button', { name: 'Remove picture 1 of 1' }).click();
  expect(await givenUp).toBe(request1);
});

for (const size of flowSizes) {
  test(
    `a draft is written on and comes out; its pictures were its owner's alone (${size})`,
    { tag: '@long' },
    async ({ browser, request }) => {
      const person = await seedProvider(request, 'Nadia Rahimi');
      await createPost(request, person, { iv_post_brief: 'Not yet for #everybody', iv_post_active: 'draft', iv_access: 'interests' });
      await createPost(request, person, {
        iv_post_brief: 'For the new year',
        iv_post_active: 'schedule',
        iv_post_date: '2030-01-01T08:00:00Z',
      });
      const page = await visitor(browser, person, { size });
      await page.goto('/my_posts');
      await expect(page.getByRole('article')).toHaveCount(2);
      await expect(page.getByText(/^Comes out 1 Jan 2030/)).toBeVisible();
      await page.getByRole('tab', { name: 'Drafts' }).click();
      await expect(page.getByRole('article')).toHaveCount(1);
      await capture(page, `my-posts-drafts-${size}`);
      await page.getByRole('button', { name: 'Manage post' }).click();
      await pick(page, 'Action', 'Edit post');
      await page.getByRole('dialog').getByRole('button', { name: 'Edit post' }).click();
      const composer = page.getByRole('dialog', { name: 'Edit post' });
      await expect(composer.getByRole('img', { name: 'Picture 1 of 1' })).toBeVisible();
      await composer.getByLabel('Caption').fill('Now for #everybody');
      await capture(page, `edit-post-${size}`);
      await composer.getByRole('button', { name: 'Next' }).click();
      await composer.getByRole('button', { name: 'Next' }).click();
      await expect(composer.getByRole('radio', { name: 'Interests' })).toBeChecked();
      await composer.getByRole('radio', { name: 'Now' }).click();
      await composer.getByRole('radio', { name: 'Everybody' }).click();
      await composer.getByRole('button', { name: 'Post', exact: true }).click();
      await expect(page.getByText('You keep no drafts.')).toBeVisible();
      const guest = await visitor(browser, null, { size });
      await guest.goto(`/p/${person.username}`);
      await guest.getByRole('tab', { name: 'Posts' }).click();
      await expect(guest.getByText(/^Now for/)).toBeVisible();
      await expect(guest.getByRole('article')).toHaveCount(1);
    },
  );
}

test("a scheduled post comes out by itself, and shows in another's browser", { tag: '@long' }, async ({ browser, request }) => {
  const [person, reader] = await Promise.all([seedProvider(request, 'Oren Tal'), seedAccount(request, 'Ines Rao')]);
  const owner = await visitor(browser, person);
  const other = await visitor(browser, reader);
  await owner.goto('/my_posts?status=scheduled');
  const connected = socketConnected(other);
  await other.goto('/feed');
  await connected;
  await expect(owner.getByText('No post is waiting for its time.')).toBeVisible();
  await expect(other.getByRole('heading', { level: 1 })).toBeAttached();
  const soon = new Date(Date.now() + 8000).toISOString();
  await createPost(request, person, { iv_post_brief: 'On the dot', iv_post_active: 'schedule', iv_post_date: soon });
  await owner.reload();
  await expect(owner.getByText('On the dot')).toBeVisible();
  // Updates about other posts may come first.
  await expect(async () => {
    await other.getByRole('button', { name: /^\d+ new posts?$/ }).click({ timeout: 5000 });
    await expect(other.getByText('On the dot')).toBeVisible({ timeout: 2000 });
  }).toPass({ timeout: 20_000 });
  await expect(owner.getByText('No post is waiting for its time.')).toBeVisible();
});
