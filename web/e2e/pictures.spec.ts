import { expect, test } from './fixtures';
import { sampleImages } from './png';
import { flowSizes, capture } from './screenshots';
import { pickFiles } from './own-posts';
import { deviceOf } from './people';
import { actAs, seedProvider } from './seeded-people';

for (const size of flowSizes) {
  test(`an avatar is a real picture, cropped under the eyes of its owner (${size})`, async ({ browser, request }) => {
    const person = await seedProvider(request, 'Samira Okafor');
    const page = await deviceOf(browser, size);
    await actAs(page.context(), person);
    await page.goto('/my_settings');
    const dialog = page.getByRole('dialog', { name: 'Save avatar' });
    await page.getByRole('button', { name: 'Change picture' }).last().click();
    await expect(dialog.getByRole('button', { name: 'Update Avatar' })).toBeDisabled();
    await capture(page, `avatar-empty-${size}`);

    await pickFiles(page, 'Pick a picture', sampleImages.notAnImage);
    await expect(dialog.getByText(/holiday\.jpg is not a picture that can be read/)).toBeVisible();
    await pickFiles(page, 'Pick a picture', sampleImages.photo);
    const frame = dialog.getByRole('group', { name: /What is kept/ });
    await expect(frame).toBeVisible();
    const preview = () =>
      dialog
        .locator('canvas')
        .first()
        .evaluate((canvas: HTMLCanvasElement) => canvas.toDataURL());
    await dialog.getByRole('slider', { name: 'Zoom' }).focus();
    for (let step = 0; step < 12; step++) await page.keyboard.press('ArrowRight');
    const before = await preview();
    await frame.focus();
    for (let step = 0; step < 8; step++) await page.keyboard.press('ArrowRight');
    await expect.poll(preview).not.toBe(before);
    await capture(page, `avatar-cropped-${size}`);

    await dialog.getByRole('button', { name: 'Clear' }).click();
    await expect(dialog.getByRole('button', { name: 'Update Avatar' })).toBeDisabled();
    await pickFiles(page, 'Pick a picture', sampleImages.portrait);
    await dialog.getByRole('button', { name: 'Update Avatar' }).click();
    await expect(page.getByText('Your picture was updated')).toBeVisible();
    const stored = await page.evaluate(() => (JSON.parse(localStorage.getItem('session_data') ?? '{}') as { avatar: string }).avatar);
    const square = await page.evaluate(async (address) => {
      const image = new Image();
      image.src = address;
      await image.decode();
      return [image.naturalWidth, image.naturalHeight];
    }, stored);
    expect(square).toEqual([300, 300]);
  });
}
