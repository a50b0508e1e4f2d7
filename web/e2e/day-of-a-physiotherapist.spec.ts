import { expect, test, type Page } from './fixtures';
import { panel } from './bookable';
import { pick } from './people';
import {
  answer,
  answerReview,
  becomeProvider,
  begun,
  clockAt,
  confirmByLink,
  dialogOf,
  figure,
  flexibly,
  hold,
  moveToNow,
  newAccount,
  offer,
  openEveryDay,
  openFromDay,
  rateClient,
  rateSession,
  tellOfMoves,
} from './working-day';

/** A physiotherapist at clients' homes, from an empty account to figures and reviews. Everything is done by the screens, and nothing stands in for the server. */

const MINUTE = 60_000;
const WORDS = 'Half of the price is due.';
const HOME = 'Torstraße 12, 10119 Berlin';

/** Chooses the soonest time for a visit, and types where; returns when it starts. */
async function toRequest(page: Page, username: string, postcode: string): Promise<number> {
  await page.goto(`/p/${username}`);
  await panel.service(page, /Home visit/).check();
  await panel.next(page, 'Book session').click();
  const soonest = page.locator('[data-next]').first();
  const start = Date.parse((await soonest.getAttribute('data-next')) ?? '');
  await soonest.click();
  await page.getByLabel('Street and number').fill('Torstraße 12');
  await page.getByLabel('Postcode').fill(postcode);
  await page.getByLabel('City').fill('Berlin');
  return start;
}

test(
  'a physiotherapist: visits within the area, a late cancellation, a note and a file, ratings and figures',
  { tag: '@long' },
  async ({ browser }) => {
    const [{ person: physio, page: phone }, { person: olu, page: desk }] = await Promise.all([
      newAccount(browser, 'Nadia Kessler', 'phone'),
      newAccount(browser, 'Olu Adebayo', 'desktop'),
    ]);

    const username = await test.step('the physiotherapist becomes a provider who goes to clients, on a phone', async () => {
      const name = await becomeProvider(phone, physio, {
        industry: 'Health care',
        expertise: 'Knees and backs',
        mode: 'In person',
        about: 'I bring the table.',
      });
      await offer(phone, {
        name: 'Home visit',
        length: { Minutes: '45 mins' },
        cost: '60',
        more: async (form) => {
          await form.getByRole('switch', { name: 'At the client’s address' }).check();
          await pick(phone, 'Travel before it', '30 mins');
          await pick(phone, 'Travel after it', '15 mins');
          // The first visit can be moved forward, whenever the test runs.
          await pick(phone, 'Minimum notice', '1 hr');
          await pick(phone, 'Cancelling is free until', '24 hours before');
          await form.getByLabel('What clients read before they cancel late').fill(WORDS);
        },
      });
      await openEveryDay(phone, flexibly);
      await tellOfMoves(phone);
      const area = phone.getByRole('region', { name: 'Where you go to clients' });
      await area.getByRole('textbox', { name: 'Postcodes, or how they begin' }).fill('101');
      await area.getByRole('button', { name: 'Save the area' }).click();
      await expect(phone.getByText('The area is saved')).toBeVisible();
      return name;
    });

    const row = (page: Page, start: number) => page.getByRole('article').filter({ hasText: clockAt(start) });
    const accept = async (start: number) => {
      await row(phone, start).getByRole('button', { name: 'Review', exact: true }).click();
      await expect(dialogOf(phone).getByText(HOME)).toBeVisible();
      await expect(dialogOf(phone).getByRole('link', { name: /^Map of/ })).toBeVisible();
      await answer(phone, 'Accept', 'The appointment is official. Both of you have it by mail.');
      await phone.keyboard.press('Escape');
      await expect(dialogOf(phone)).toHaveCount(0);
    };

    const first = await test.step('a client outside of the area is refused beside the field, and accepted within it', async () => {
      await confirmByLink(desk, olu);
      const start = await toRequest(desk, username, '20095');
      await panel.next(desk, 'Confirm booking').click();
      await expect(desk.getByText('This provider does not come to this postcode.')).toBeVisible();
      await expect(desk.getByLabel('Postcode')).toBeFocused();
      await phone.goto('/schedule_manager/pending_requests');
      await expect(phone.getByText('You have no pending requests.')).toBeVisible();
      await desk.getByLabel('Postcode').fill('10119');
      await panel.next(desk, 'Confirm booking').click();
      await expect(panel.sent(desk)).toBeVisible();
      await accept(start);
      return start;
    });

    const second = await test.step('the next visit leaves time for the way', async () => {
      const start = await toRequest(desk, username, '10119');
      expect(start - first).toBeGreaterThanOrEqual((45 + 15 + 30) * MINUTE);
      await expect(desk.getByText(WORDS)).toBeVisible();
      await panel.next(desk, 'Confirm booking').click();
      await expect(panel.sent(desk)).toBeVisible();
      await accept(start);
      return start;
    });

    const starts = await test.step('the first visit is moved forward, and the client told', async () => {
      await desk.goto('/schedule_manager/upcoming_schedule');
      await expect(row(desk, first)).toBeVisible();
      await phone.goto('/schedule_manager/upcoming_schedule');
      await row(phone, first).getByRole('button', { name: 'Review', exact: true }).click();
      const instant = await moveToNow(phone, 'Olu Adebayo', { overRules: true });
      await phone.keyboard.press('Escape');
      await expect(row(desk, instant)).toBeVisible();
      return instant;
    });

    await test.step('the client cancels the second one late, by its terms, and sees where the first one is', async () => {
      await row(desk, second).getByRole('button', { name: 'Review', exact: true }).click();
      await pick(desk, 'Your response', 'Cancel appointment');
      await expect(dialogOf(desk).getByText('This counts as a late cancellation.')).toBeVisible();
      await expect(dialogOf(desk).getByText(WORDS).first()).toBeVisible();
      await pick(desk, 'Reason', 'Plans changed');
      await dialogOf(desk).getByRole('button', { name: 'Submit response' }).click();
      await expect(dialogOf(desk).getByText('The appointment is cancelled. The time is free again.')).toBeVisible();
      await desk.keyboard.press('Escape');
      await expect(row(phone, second)).toHaveCount(0);
      await row(desk, starts).getByRole('button', { name: 'Review', exact: true }).click();
      await expect(dialogOf(desk).getByText(HOME)).toBeVisible();
    });

    await test.step('the physiotherapist keeps a note and a letter with the client', async () => {
      await phone.goto('/schedule_manager/today');
      await openFromDay(phone, 'Olu Adebayo');
      await dialogOf(phone).getByRole('link', { name: 'Olu Adebayo' }).click();
      await phone.getByRole('textbox', { name: 'Private note' }).fill('Third floor, no lift');
      await phone.getByRole('button', { name: 'Save note' }).click();
      await expect(phone.getByRole('status').filter({ hasText: /^Saved$/ })).toBeVisible();
      const files = phone.getByRole('region', { name: 'Files' });
      await files
        .locator('input[type="file"]')
        .setInputFiles({ name: 'Letter.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7\nThe knee.\n%%EOF\n') });
      await expect(files.getByRole('button', { name: 'Download Letter.pdf' })).toBeVisible();
    });

    await test.step('the visit is held, and both rate it', async () => {
      await phone.goto('/schedule_manager/today');
      await begun(starts);
      await hold(phone, () => openFromDay(phone, 'Olu Adebayo'));
      await desk.goto('/schedule_manager/pending_review');
      await desk.getByRole('button', { name: 'Rate session' }).click();
      await rateSession(desk, /Very good/, 'My knee bends again.');
      await openFromDay(phone, 'Olu Adebayo');
      await rateClient(phone, 'Olu Adebayo', /Excellent/, 'Does his exercises.');
      await expect(dialogOf(phone).getByText('My knee bends again.')).toBeVisible();
      await answerReview(phone, desk, username, 'My knee bends again.', 'Keep it moving!');
    });

    await test.step('the figures count the visit, what it cost, and what was cancelled', async () => {
      await phone.goto('/figures');
      await expect(figure(phone, 'Bookings')).toContainText('1');
      await expect(figure(phone, 'Income')).toContainText('€60');
      await expect(figure(phone, 'Cancelled')).toContainText('by clients: 1');
    });
  },
);
