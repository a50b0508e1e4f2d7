import { expect, test } from './fixtures';
import { panel } from './bookable';
import { pick } from './people';
import {
  answerReview,
  becomeProvider,
  begun,
  clockAt,
  confirmAddress,
  dialogOf,
  figure,
  flexibly,
  hold,
  moveToNow,
  newAccount,
  offer,
  openEveryDay,
  rateClient,
  rateSession,
  tapHalfHour,
  tellOfMoves,
} from './working-day';

/** A barber with walk-ins, from an empty account to figures and reviews. Everything is done by the screens, and nothing stands in for the server. */

const HOUR = 3_600_000;

test(
  'a barber: a walk-in, a client who books at once and comes earlier, lunch, ratings of both, and the figures',
  { tag: '@long' },
  async ({ browser }) => {
    const [{ person: barber, page: desk }, { person: ivo, page: phone }] = await Promise.all([
      newAccount(browser, 'Karim Haddad', 'desktop'),
      newAccount(browser, 'Ivo Marin', 'phone'),
    ]);

    const username = await test.step('the barber becomes a provider, with a place, hours and a service that books at once', async () => {
      const name = await becomeProvider(desk, barber, {
        industry: 'Wellness',
        expertise: 'Cuts and beards',
        mode: 'In person',
        about: 'No waiting, no small talk.',
      });
      await offer(desk, {
        name: 'Cut',
        cost: '24.50',
        more: (form) => form.getByRole('radio', { name: 'At once', exact: true }).click(),
      });
      await openEveryDay(desk, flexibly);
      await tellOfMoves(desk);
      const places = desk.getByRole('region', { name: 'Your places' });
      await places.getByRole('button', { name: 'Add a place' }).click();
      await places.getByLabel('Name', { exact: true }).fill('The red chair');
      await places.getByLabel('Street and number').fill('Torstraße 12');
      await places.getByLabel('Postcode').fill('10119');
      await places.getByRole('button', { name: 'Save the place' }).click();
      await expect(places.getByText('The red chair', { exact: true })).toBeVisible();
      return name;
    });

    const calendar = desk.getByRole('region', { name: 'Calendar of appointments' });
    const open = (name: RegExp) => calendar.getByRole('button', { name }).click();
    await test.step('a walk-in sits down: an empty time of the calendar is tapped, and a name is enough', async () => {
      await desk.goto('/schedule_manager/upcoming_schedule?tab=calendar');
      await calendar.getByRole('tab', { name: 'Day', exact: true }).click();
      await tapHalfHour(desk, Date.now());
      await pick(desk, 'Client', 'New client');
      const entry = desk.getByRole('dialog', { name: 'New entry' });
      await entry.getByLabel('Name', { exact: true }).fill('Sam');
      // Whenever the test runs, this half hour may be over soon.
      await entry.getByLabel('Minutes').fill('45');
      await entry.getByLabel('Price').fill('30');
      await entry.getByRole('button', { name: 'Book', exact: true }).click();
      await expect(calendar.getByRole('button', { name: /Sam/ })).toBeVisible();
    });

    await test.step('the client books at once, and the barber’s calendar has it', async () => {
      await phone.goto(`/p/${username}`);
      await expect(phone.getByText('Books at once')).toBeVisible();
      await panel.service(phone, /Cut/).check();
      await panel.next(phone, 'Book session').click();
      const soonest = phone.locator('[data-next]').first();
      const wanted = Date.parse((await soonest.getAttribute('data-next')) ?? '');
      await soonest.click();
      await expect(phone.getByText('You get this time at once.')).toBeVisible();
      await expect(phone.getByText('The red chair').first()).toBeVisible();
      await panel.next(phone, 'Book now').click();
      await confirmAddress(phone, ivo);
      await expect(phone.getByText('Your appointment is booked.')).toBeVisible();
      await expect(calendar.getByRole('button', { name: /Ivo Marin/ })).toBeVisible();
      await expect(desk.getByRole('region', { name: 'Today' }).getByRole('listitem').filter({ hasText: 'Free' })).toContainText(
        clockAt(wanted + HOUR / 2),
      );
    });

    const starts = await test.step('the walk-in is done, so the client is told to come earlier', async () => {
      await hold(desk, () => open(/Sam/));
      await phone.goto('/schedule_manager/upcoming_schedule');
      await expect(phone.getByRole('article')).toContainText('Karim Haddad');
      await open(/Ivo Marin/);
      const instant = await moveToNow(desk, 'Ivo Marin');
      await expect(phone.getByRole('article')).toContainText(clockAt(instant));
      return instant;
    });

    await test.step('lunch is blocked, and offered to nobody', async () => {
      await desk.keyboard.press('Escape');
      const lunch = await tapHalfHour(desk, starts + 2 * HOUR);
      const entry = desk.getByRole('dialog', { name: 'New entry' });
      await entry.getByText('Block time', { exact: true }).click();
      await entry.getByLabel('Note').fill('Lunch');
      await entry.getByRole('button', { name: 'Block it' }).click();
      await expect(calendar.getByRole('button', { name: /Lunch/ })).toBeVisible();
      await phone.goto(`/p/${username}`);
      await panel.service(phone, /Cut/).check();
      await panel.next(phone, 'Book session').click();
      await expect(panel.times(phone).first()).toBeVisible();
      const offered = await panel
        .times(phone)
        .evaluateAll((times) => times.map((time) => Date.parse(time.getAttribute('data-start') ?? '')));
      expect(offered).not.toContain(lunch);
      expect(offered).toContain(lunch + HOUR);
    });

    await test.step('the appointment is held', async () => {
      await begun(starts);
      await hold(desk, () => open(/Ivo Marin/));
    });

    await test.step('both rate, and see what the other says once both have', async () => {
      await phone.goto('/schedule_manager/pending_review');
      await phone.getByRole('button', { name: 'Rate session' }).click();
      await rateSession(phone, /Excellent/, 'In and out in twenty minutes.');
      await desk.goto('/schedule_manager/pending_review');
      await desk.getByRole('button', { name: 'Rate client' }).click();
      await expect(dialogOf(desk).getByText('In and out in twenty minutes.')).toHaveCount(0);
      await rateClient(desk, 'Ivo Marin', /Very good/, 'Early, and in a good mood.');
      await expect(dialogOf(desk).getByText('In and out in twenty minutes.')).toBeVisible();
      await expect(dialogOf(phone).getByText('Early, and in a good mood.')).toBeVisible();
      await answerReview(desk, phone, username, 'In and out in twenty minutes.', 'Until next month!');
    });

    await test.step('the figures count both, and what they paid', async () => {
      await desk.goto('/figures');
      await expect(figure(desk, 'Bookings')).toContainText('2');
      await expect(figure(desk, 'Income')).toContainText('€54.50');
      await expect(figure(desk, 'New clients')).toContainText('2');
    });
  },
);
