import { expect, test, type FileChooser, type Page } from '@playwright/test';
import { drawn } from './drawn';
import { flowSizes, look, sizes } from './looks';
import { deviceOf } from './people';
import { actAs, providerResident } from './residents';

/** Picks files by the control of this name. */
async function pickFiles(page: Page, name: string, files: Parameters<FileChooser['setFiles']>[0]): Promise<void> {
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name, exact: true }).click();
  await (await chooser).setFiles(files);
}

for (const size of flowSizes) {
  test(`an avatar is a real picture, cropped under the eyes of its owner (${size})`, async ({ browser, request }) => {
    const resident = await providerResident(request, 'Samira Okafor');
    const page = await deviceOf(browser, sizes[size]);
    await actAs(page.context(), resident);
    await page.goto('/my_settings');
    const dialog = page.getByRole('dialog', { name: 'Save avatar' });
    await page.getByRole('button', { name: 'Change picture' }).last().click();
    await expect(dialog.getByRole('button', { name: 'Update Avatar' })).toBeDisabled();
    await look(page, `avatar-empty-${size}`);

    await pickFiles(page, 'Pick a picture', drawn.notOne);
    await expect(dialog.getByText(/holiday\.jpg is not a picture that can be read/)).toBeVisible();
    await pickFiles(page, 'Pick a picture', drawn.photo);
    const frame = dialog.getByRole('group', { name: /What is kept/ });
    await expect(frame).toBeVisible();
    const preview = () => dialog.locator('canvas').first().evaluate((canvas: HTMLCanvasElement) => canvas.toDataURL());
    await dialog.getByRole('slider', { name: 'Zoom' }).focus();
    for (let step = 0; step < 12; step++) await page.keyboard.press('ArrowRight');
    const before = await preview();
    await frame.focus();
    for (let step = 0; step < 8; step++) await page.keyboard.press('ArrowRight');
    await expect.poll(preview).not.toBe(before);
    await look(page, `avatar-cropped-${size}`);

    await dialog.getByRole('button', { name: 'Clear' }).click();
    await expect(dialog.getByRole('button', { name: 'Update Avatar' })).toBeDisabled();
    await pickFiles(page, 'Pick a picture', drawn.portrait);
    await dialog.getByRole('button', { name: 'Update Avatar' }).click();
    await expect(page.getByText('Your picture was updated')).toBeVisible();
    const kept = await page.evaluate(() => (JSON.parse(localStorage.getItem('session_data') ?? '{}') as { avatar: string }).avatar);
    const square = await page.evaluate(async (address) => {
      const image = new Image();
      image.src = address;
      await image.decode();
      return [image.naturalWidth, image.naturalHeight];
    }, kept);
    expect(square).toEqual([300, 300]);
    await page.context().close();
  });
}

for (const size of flowSizes) {
  test(`pictures are edited, posted, and stand on /my_posts (${size})`, async ({ browser, request }) => {
    const resident = await providerResident(request, 'Jonas Berg');
    const page = await deviceOf(browser, sizes[size]);
    await actAs(page.context(), resident);
    await page.goto('/my_posts');
    await expect(page.getByText('You are yet to post any content.')).toBeVisible();
    await look(page, `my-posts-empty-${size}`);
    await page.getByRole('main').getByRole('button', { name: 'Create post' }).click();
    const composer = page.getByRole('dialog', { name: 'Create post' });
    await composer.getByRole('button', { name: 'Post', exact: true }).click();
    await expect(composer.getByText('You need to compose a post and upload an image to post your content.')).toBeVisible();
    await look(page, `create-post-empty-${size}`);
    await composer.getByLabel('Caption').fill('Your first ten kilometres off the road: a plan for people who never have time. #running #trail');

    await composer.getByRole('button', { name: 'Upload Image(s)' }).click();
    const empty = page.getByRole('dialog', { name: 'Upload Image(s)' });
    await empty.getByRole('button', { name: 'Replace' }).click();
    await expect(empty.getByText('You have to at least upload one image before you can edit')).toBeVisible();
    await look(page, `uploader-empty-${size}`);
    await pickFiles(page, 'Upload Image(s)', drawn.nine);
    const uploader = page.getByRole('dialog', { name: 'Edit image' });
    await expect(uploader.getByText("You can't upload more than 8 images at once")).toBeVisible();
    await expect(uploader.getByText('Picture 1 of 8')).toBeVisible();
    await look(page, `uploader-full-${size}`);
    for (let left = 8; left > 2; left--) await uploader.getByRole('button', { name: 'Remove' }).click();
    await expect(uploader.getByText('Picture 1 of 2')).toBeVisible();

    const cut = () => uploader.locator('[aria-current] canvas').evaluate((canvas: HTMLCanvasElement) => canvas.toDataURL());
    const first = await cut();
    await pickFiles(page, 'Replace', drawn.landscape);
    await expect.poll(cut).not.toBe(first);
    const upright = await cut();
    await uploader.getByRole('button', { name: 'Turn right' }).click();
    await expect.poll(cut).not.toBe(upright);
    await look(page, `uploader-turned-${size}`);
    const sideways = await cut();
    await uploader.getByRole('button', { name: 'Restart' }).click();
    await expect.poll(cut).not.toBe(sideways);
    await uploader.getByRole('button', { name: 'Turn left' }).click();
    await uploader.getByRole('button', { name: 'Next picture' }).click();
    await expect(uploader.getByText('Picture 2 of 2')).toBeVisible();
    await pickFiles(page, 'Replace', drawn.portrait);
    await uploader.getByRole('button', { name: 'Previous picture' }).click();
    await expect(uploader.getByText('Picture 1 of 2')).toBeVisible();
    await uploader.getByRole('button', { name: 'Save' }).click();

    await expect(composer.getByRole('img', { name: 'Picture 2 of 2' })).toBeVisible();
    await expect(composer.getByLabel('Caption')).toHaveValue(/ten kilometres/);
    await look(page, `create-post-${size}`);
    await composer.getByRole('button', { name: 'Post', exact: true }).click();
    await expect(composer).toBeHidden();
    await expect(page).toHaveURL(/\/my_posts$/);
    const posts = page.getByRole('article').filter({ hasText: 'ten kilometres' });
    await expect(posts).toHaveCount(1);
    const image = posts.first().getByRole('img').first();
    await expect.poll(() => image.evaluate((shown: HTMLImageElement) => [shown.naturalWidth, shown.naturalHeight])).toEqual([650, 500]);
    await look(page, `my-posts-one-${size}`);
    await page.context().close();
  });
}
