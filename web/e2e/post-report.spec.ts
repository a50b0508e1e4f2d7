import { expect, test } from './fixtures';
import { visitor } from './bookable';
import { flowSizes, capture } from './screenshots';
import { createPost } from './own-posts';
import { seedAccount, seedProvider } from './seeded-people';

for (const size of flowSizes) {
  test(`a post is reported in four steps, and its author blocked (${size})`, async ({ browser, request }) => {
    const [provider, client] = await Promise.all([seedProvider(request, 'Victor Quack'), seedAccount(request, 'Hana Sato')]);
    await createPost(request, provider, { iv_post_brief: 'An older one' });
    const post = await createPost(request, provider, { iv_post_brief: 'Cured in a day, or twice your money back' });
    const page = await visitor(browser, client, { size });
    await page.goto(`/feed?dialog=report_post&post=${post}`);
    const dialog = page.getByRole('dialog', { name: 'Report' });
    const press = (name: string) => dialog.getByRole('button', { name, exact: true }).click();
    await expect(dialog.getByRole('radio', { name: /^Cured/ })).toBeChecked();
    await expect(dialog.getByRole('radio', { name: /^An older/ })).toBeVisible();
    await capture(page, `report-item-${size}`);
    await press('Continue');
    await press('Continue');
    await expect(page.getByText('You need to select at least 1 concern')).toBeVisible();
    await dialog.getByRole('radio', { name: 'Fraud & Scams' }).click();
    await capture(page, `report-concern-${size}`);
    await press('Continue');
    await expect(dialog.getByRole('button', { name: 'Skip' })).toBeVisible();
    await dialog.getByLabel(/^Additional details/).fill('no');
    await press('Continue');
    await expect(dialog.getByText('The text length required for must be between 3 and 500')).toBeVisible();
    await capture(page, `report-details-${size}`);
    await dialog.getByLabel(/^Additional details/).fill('');
    await press('Skip');
    await expect(dialog.getByText('No additional details was provided')).toBeVisible();
    await capture(page, `report-summary-${size}`);
    await press('Block');
    await expect(page.getByText('Account was successfully blocked')).toBeVisible();
    await expect(dialog.getByRole('button', { name: 'Unblock' })).toBeVisible();
    await press('Submit Report');
    await expect(dialog.getByText('Your report was successfuly submitted')).toBeVisible();
    await capture(page, `report-done-${size}`);
    await press('Unblock');
    await expect(page.getByText('Account was successfully unblocked')).toBeVisible();
    await press('Done');
    await expect(dialog).toBeHidden();
  });
}
