import { expect, test } from './fixtures';
import { bookableProvider, panel, pressTime, singly, toDay, toTimes, visitor } from './bookable';
import { flowSizes, capture } from './screenshots';
import { seedAccount } from './seeded-people';

/** Several people choose times of one provider at once: a time that one takes disappears for the others. */

test('a time that is taken fades out before who watches, and who is too late keeps all else', async ({ browser, request }) => {
  const provider = await bookableProvider(request, 'Nadia Kessler');
  const winner = await visitor(browser, await seedAccount(request, 'Ivo Marek'));
  const loser = await visitor(browser, await seedAccount(request, 'Mei Tanaka'), { withoutSocket: true });
  const watcher = await visitor(browser, null, { size: 'phone' });
  await Promise.all(
    [winner, loser, watcher].map(async (page) => {
      await page.goto(`/p/${provider.username}`);
      await toTimes(page, [/Back relief plan/, /First assessment/], 'Remote');
      await toDay(page, 2);
      await singly(page);
    }),
  );
  const start = await pressTime(winner, 2);
  const rest = [await pressTime(winner, 3), await pressTime(winner, 4)];
  for (const time of [start, rest[0] ?? '']) await panel.time(watcher, time).click();
  await panel.next(winner, 'Complete booking').click();

  // The loser chooses the same first time and two others, and learns of the booking too late.
  expect(await pressTime(loser, 2)).toBe(start);
  const stillChosen = [await pressTime(loser, 5), await pressTime(loser, 6)];
  await panel.next(loser, 'Complete booking').click();
  await loser.getByLabel('A word to Nadia Kessler').fill('Mornings are best.');

  // A time that the watcher has not chosen disappears; only the screen reader announces it.
  const [unchosen, other] = [rest[1] ?? '', rest[0] ?? ''].map((one) =>
    new Intl.DateTimeFormat('en-GB', { timeZone: 'Europe/Berlin', hour: 'numeric', minute: '2-digit' }).format(new Date(one)),
  );
  const announcement = expect(watcher.getByText(`${unchosen} has just been taken`, { exact: true })).toHaveCount(1);
  await panel.next(winner, 'Confirm booking').click();
  await announcement;
  await expect(panel.sent(winner)).toBeVisible();

  await expect(panel.time(watcher, start)).toBeDisabled();
  await expect(panel.time(watcher, start)).toHaveAttribute('aria-label', /has just been taken$/);
  await expect(panel.taken(watcher)).toBeVisible();
  await expect(watcher.getByText(`10:00 and ${other} have just been taken · 1 hr 20 mins more needed`)).toBeVisible();
  await capture(watcher, 'booking-vanishing-phone');
  await expect(panel.time(watcher, rest[1] ?? '')).toHaveCount(0);

  await panel.next(loser, 'Confirm booking').click();
  await expect(panel.taken(loser)).toBeVisible();
  await expect(panel.heading(loser, 'Pick a time')).toBeVisible();
  await expect(panel.time(loser, start)).toBeDisabled();
  for (const one of stillChosen) await expect(panel.time(loser, one)).toHaveAttribute('aria-pressed', 'true');
  await capture(loser, 'booking-taken-desktop');
  await pressTime(loser, 0);
  await expect(panel.taken(loser)).toHaveCount(0);
  await panel.next(loser, 'Complete booking').click();
  await expect(loser.getByLabel('A word to Nadia Kessler')).toHaveValue('Mornings are best.');
  await panel.next(loser, 'Confirm booking').click();
  await expect(panel.sent(loser)).toBeVisible();
});

test('of two who confirm one time at the same moment, exactly one gets it', { tag: '@long' }, async ({ browser, request }) => {
  const provider = await bookableProvider(request, 'Nadia Kessler');
  const racers = [
    await visitor(browser, await seedAccount(request, 'Ivo Marek')),
    await visitor(browser, await seedAccount(request, 'Mei Tanaka')),
  ];
  for (const page of racers) {
    await page.goto(`/p/${provider.username}`);
    await toTimes(page, [/Back relief plan/], 'Remote');
    await toDay(page, 4);
    await pressTime(page, 0);
    await panel.next(page, 'Complete booking').click();
    await expect(panel.next(page, 'Confirm booking')).toBeVisible();
  }
  // Clicks at once, without Playwright's checks: during those the page could learn that the other was quicker.
  await Promise.all(racers.map((page) => panel.next(page, 'Confirm booking').dispatchEvent('click')));
  const ends = await Promise.all(
    racers.map(async (page) => {
      await expect(panel.sent(page).or(panel.taken(page))).toBeVisible();
      return (await panel.sent(page).count()) > 0;
    }),
  );
  expect(ends.filter((won) => won)).toHaveLength(1);
});

for (const size of flowSizes) {
  test(`times that are not there yet, or did not load, say so (${size})`, { tag: '@long' }, async ({ browser, request }) => {
    const provider = await bookableProvider(request, 'Nadia Kessler');
    // No socket, because its connecting would fetch the times again.
    const page = await visitor(browser, null, { size, withoutSocket: true });
    let down = true;
    await page.route('**/api/get_available_slots?*', (route) => (down ? route.abort() : route.continue()));
    await page.goto(`/p/${provider.username}`);
    await toTimes(page, [/Back relief plan/], 'Remote');
    const retry = page.locator('[data-view]').getByRole('button', { name: 'Try again' });
    await expect(retry).toBeVisible();
    await capture(page, `booking-times-failed-${size}`);
    down = false;
    await retry.click();
    await expect(
      panel
        .times(page)
        .first()
        .or(page.getByRole('button', { name: 'Look at the next month' })),
    ).toBeVisible();
  });
}
