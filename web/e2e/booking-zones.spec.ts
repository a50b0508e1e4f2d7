import { expect, test, type APIRequestContext } from './fixtures';
import { bookableProvider, panel, singly, toTimes, visitor } from './bookable';
import { sizeNames } from './devices';
import { flowSizes, capture } from './screenshots';
import { seedAccount, type SeededPerson } from './seeded-people';

/** A viewer in Kolkata and a provider in New York, in the week in which New York's clocks change. */

const THERE = 'America/New_York';
const HERE = 'Asia/Kolkata';
const DAY = 86_400_000;

/** The instant on the clock of a time zone, such as '2027-03-13 09:00'. */
function clock(instant: number, timeZone: string): string {
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' });
  return format.format(instant);
}

const time = (instant: number, timeZone: string) => clock(instant, timeZone).slice(11).replace(/^0/, '');
const shiftOf = (instant: number) => Date.parse(`${clock(instant, THERE).replace(' ', 'T')}Z`) - Math.floor(instant / 60_000) * 60_000;

/** Nine o'clock in New York on the date that `instant` has there. */
function nineOn(instant: number): number {
  const nine = Date.parse(`${clock(instant, THERE).slice(0, 10)}T09:00:00Z`);
  return [4, 5].map((hours) => nine + hours * 3_600_000).find((one) => clock(one, THERE).endsWith(' 09:00')) ?? 0;
}

/** Nine o'clock in New York on the last day before the next clock change, at least two days ahead, and on the first day after. */
function aroundTheChange(now: number): [number, number] {
  for (let day = now + 2 * DAY; ; day += DAY) {
    const [before, after] = [nineOn(day), nineOn(day + DAY)];
    if (shiftOf(before) !== shiftOf(after)) return [before, after];
  }
}

/** The session starts of the client's only request, from the server. */
async function orderedStarts(request: APIRequestContext, client: SeededPerson): Promise<string[]> {
  const headers = { authorization: `Bearer ${client.granted.access_token}` };
  const answer = (await (await request.get('/api/get_booking_info', { headers })).json()) as {
    data: { bookings_list: { request: { session_time: string }[] } };
  };
  const sessions = JSON.parse(answer.data.bookings_list.request[0]?.session_time ?? '[]') as { provider_start_time: string }[];
  return sessions.map((session) => session.provider_start_time);
}

for (const size of flowSizes) {
  test(`times are the viewer's, and the provider's beside them, before and after the clocks change (${size})`, async ({
    browser,
    request,
  }) => {
    const provider = await bookableProvider(request, 'Samira Cole', THERE);
    const client = await seedAccount(request, 'Ravi Menon');
    const page = await visitor(browser, client, { size, timezoneId: HERE });
    await page.goto(`/p/${provider.username}`);
    await toTimes(page, [/Back relief plan/, /First assessment/], 'Remote');
    await panel.next(page, 'Month').click();
    await singly(page);

    const sessions = aroundTheChange(Date.now());
    // Both are at nine for the provider, and an hour apart for the viewer.
    expect(new Set(sessions.map((start) => time(start, HERE))).size).toBe(2);
    const further = sessions.map((start) => start + 30 * 60_000);
    for (const start of [...sessions, ...further].sort()) {
      const date = clock(start, HERE).slice(0, 10);
      const day = page.locator(`[data-date="${date}"]`);
      for (let month = 0; month < 12 && (await day.count()) === 0; month += 1) await panel.next(page, 'Next month').click();
      await day.click();
      const slot = panel.time(page, new Date(start).toISOString().replace('.000', ''));
      // A screen reader hears more where the free time is long enough.
      await expect(slot).toHaveText(new RegExp(`^${time(start, HERE)} ${time(start, THERE)}( Enough time in a row)?$`));
      await slot.click();
    }
    await expect(page.getByText('Your time in Kolkata; below it the time in New York, where the provider is.')).toBeVisible();
    await capture(page, `booking-zones-times-${size}`);

    await panel.next(page, 'Complete booking').click();
    const facts = async () => {
      for (const start of sessions) {
        const session = page.locator(`[data-session="${new Date(start).toISOString().replace('.000', '')}"]`);
        await expect(session).toContainText(clock(start, HERE).slice(11));
        await expect(session).toContainText('in New York');
        await expect(session.locator('small')).toContainText('09:00');
      }
      await expect(page.getByText('Your time in Kolkata; below it the time in New York, where the provider is.')).toBeVisible();
    };
    await facts();
    await capture(page, `booking-zones-summary-${size}`);
    await panel.next(page, 'Confirm booking').click();
    await expect(panel.sent(page)).toBeVisible();
    await facts();
    await capture(page, `booking-zones-sent-${size}`);
    const placed = (await orderedStarts(request, client)).map((start) => Date.parse(start));
    expect(placed.sort()).toEqual([...sessions, ...further].sort());
  });
}

test('booking reads from right to left in Arabic', { tag: '@long' }, async ({ browser, request }) => {
  const provider = await bookableProvider(request, 'Samira Cole', THERE);
  for (const size of sizeNames) {
    const page = await visitor(browser, null, { size });
    await page.goto(`/p/${provider.username}?lang=ar`);
    await page.getByRole('checkbox', { name: /Back relief plan/ }).check();
    await page.getByText('عن بُعد', { exact: true }).click();
    await page.getByRole('button', { name: 'احجز جلسة' }).click();
    await page.getByRole('button', { name: 'شهر', exact: true }).click();
    await page.getByRole('button', { name: 'الشهر التالي' }).click();
    await panel.times(page).first().click();
    await capture(page, `booking-arabic-times-${size}`);
    await page.getByRole('button', { name: 'إكمال الحجز' }).click();
    await expect(page.locator('[data-session]')).toHaveCount(1);
    await capture(page, `booking-arabic-summary-${size}`);
  }
});
