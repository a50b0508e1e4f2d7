import { expect, test, type Page } from './fixtures';
import { book, capture, guestLink, newGuest, pageOf, respond } from './bookings';
import { seedAccount, seedProvider } from './seeded-people';

/** Moving an appointment: one side proposes another time, the other responds, both see it live. */

const LINK = 'https://meet.example.com/room/42';
const area = (page: Page) => page.getByRole('dialog').or(page.getByRole('main')).last();

/** Picks as many slots as needed on the first free day of the next month, and sends the proposal. */
async function propose(page: Page, slots = 1): Promise<string> {
  await page.getByRole('button', { name: 'Propose another time' }).click();
  await expect(page.getByRole('button', { name: 'Send proposal' })).toBeDisabled();
  await area(page).getByRole('button', { name: 'Next month' }).click();
  await page
    .getByRole('region', { name: 'Pick a day' })
    .getByRole('button', { name: /free time$/ })
    .nth(1)
    .click();
  const times = page.locator('[data-start]:enabled');
  for (let slot = 0; slot < slots; slot += 1) await times.nth(slot).click();
  await expect(page.getByText('enough time')).toBeVisible();
  return (await page.locator('[data-start][aria-pressed="true"]').first().getAttribute('data-start')) ?? '';
}

test('a provider proposes, the client accepts, and both see the new time live', async ({ browser, request }) => {
  const [provider, client] = [await seedProvider(request, 'Nadia Kessler'), await seedAccount(request, 'Ivo Marek')];
  await respond(request, provider, await book(request, provider, client), 'accepted', LINK);
  const [theirs, mine] = [await pageOf(browser, provider), await pageOf(browser, client)];
  await theirs.goto('/schedule_manager/upcoming_schedule');
  await mine.goto('/schedule_manager/upcoming_schedule');
  await expect(mine.getByRole('article')).toHaveCount(1);

  await theirs.getByRole('button', { name: 'Review', exact: true }).click();
  await propose(theirs);
  await theirs.getByLabel('A word to Ivo Marek').fill('A pipe burst in the studio.');
  await capture(theirs, 'propose');
  await theirs.getByRole('button', { name: 'Send proposal' }).click();
  await expect(theirs.getByText('Your proposal is with Ivo Marek.')).toBeVisible();
  await theirs.keyboard.press('Escape');

  await expect(mine.getByRole('article')).toContainText('new time proposed');
  await capture(mine, 'proposed-row');
  await mine.getByRole('button', { name: 'Review', exact: true }).click();
  await expect(area(mine).getByRole('heading', { name: /proposes another time/ })).toBeVisible();
  await expect(area(mine).getByText('A pipe burst in the studio.')).toBeVisible();
  await capture(mine, 'proposed');
  await area(mine).getByRole('button', { name: 'Accept' }).click();
  await expect(area(mine).getByText('The appointment was moved to the proposed time.')).toBeVisible();
  const download = mine.waitForEvent('download');
  await area(mine).getByRole('button', { name: 'Add to device calendar' }).click();
  expect((await download).suggestedFilename()).toMatch(/\.ics$/);
  await expect(theirs.getByText('new time proposed')).toHaveCount(0);
});

test('a client’s proposal is withdrawn, and one that comes back is declined', { tag: '@long' }, async ({ browser, request }) => {
  const [provider, client] = [await seedProvider(request, 'Nadia Kessler'), await seedAccount(request, 'Ivo Marek')];
  await book(request, provider, client);
  const [theirs, mine] = [await pageOf(browser, provider), await pageOf(browser, client)];
  await theirs.goto('/schedule_manager/pending_requests');
  await mine.goto('/schedule_manager/pending_requests');
  await mine.getByRole('button', { name: 'Review', exact: true }).click();
  await propose(mine);
  await mine.getByRole('button', { name: 'Send proposal' }).click();
  await mine.keyboard.press('Escape');
  await mine.getByRole('button', { name: 'Review', exact: true }).click();
  await expect(area(mine).getByRole('heading', { name: /^Your new time is waiting for/ })).toBeVisible();
  await capture(mine, 'waiting');
  await expect(theirs.getByRole('article')).toContainText('new time proposed');
  await area(mine).getByRole('button', { name: 'Withdraw' }).click();
  await expect(area(mine).getByText('Your proposal was withdrawn; the appointment stays as it was.')).toBeVisible();
  await expect(theirs.getByText('new time proposed')).toHaveCount(0);

  await theirs.getByRole('button', { name: 'Review', exact: true }).click();
  await propose(theirs);
  await theirs.getByRole('button', { name: 'Send proposal' }).click();
  await mine.keyboard.press('Escape');
  await expect(mine.getByRole('article')).toContainText('new time proposed');
  await mine.getByRole('button', { name: 'Review', exact: true }).click();
  await area(mine).getByRole('button', { name: 'Decline' }).click();
  await expect(area(mine).getByText('The proposed time was declined; the appointment stays as it was.')).toBeVisible();
});

test('a guest proposes by the mailed link; the calendar shows the proposal hatched', { tag: '@long' }, async ({ browser, request }) => {
  const [provider, guest] = [await seedProvider(request, 'Nadia Kessler'), newGuest()];
  await respond(request, provider, await book(request, provider, null, { guest }), 'accepted', LINK);
  const page = await pageOf(browser, null);
  await page.goto(await guestLink(request, guest));
  await propose(page);
  await page.getByRole('button', { name: 'Send proposal' }).click();
  await expect(page.getByText(/^Your proposal is with/)).toBeVisible();

  const theirs = await pageOf(browser, provider);
  await theirs.goto('/schedule_manager/upcoming_schedule?tab=calendar');
  const calendar = theirs.getByRole('region', { name: 'Calendar of appointments' });
  await calendar.getByRole('button', { name: 'Next' }).click();
  await expect(calendar.getByText(`New time? ${guest.name}`)).toBeVisible();
  await capture(theirs, 'calendar-proposed');
  await calendar.getByText(`New time? ${guest.name}`).click();
  await area(theirs).getByRole('button', { name: 'Accept' }).click();
  await expect(area(theirs).getByText('The appointment was moved to the proposed time.')).toBeVisible();
  await page.reload();
  await expect(page.getByRole('button', { name: 'Propose another time' })).toBeVisible();
  await expect(page.getByText('accepted', { exact: true })).toBeVisible();
});
