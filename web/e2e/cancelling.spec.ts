import { expect, test, type APIRequestContext, type Page } from './fixtures';
import { panel, pressTime, toDay, toTimes, visitor } from './bookable';
import { book, capture, ownerIdOf, pageOf, respond } from './bookings';
import { pick, pickFromMenu } from './people';
import { call, seedAccount, seedProvider, type SeededPerson } from './seeded-people';

/** Terms for cancelling from the provider's form to the client's dialog, and no-shows of both sides (product.md 4.7). */

const LINK = 'https://meet.example.com/room/42';
const SERVICE = 'Back relief plan';
const MINUTE = 60_000;
const dialogOf = (page: Page) => page.getByRole('dialog');
const bookingAt = (list: string, orderId: string) => `/schedule_manager/${list}?dialog=booking&booking=${orderId}`;

/** Changes the terms of the service by the call that the form sends. */
async function setTerms(request: APIRequestContext, provider: SeededPerson, terms: Record<string, string>): Promise<void> {
  const { account_services } = await call<{ account_services: { service_id: string; service: string }[] }>(
    request,
    `get_account_provider_services?filter=active&provider_id=${ownerIdOf(provider)}`,
    null,
  );
  const service = {
    iv_service: SERVICE,
    iv_duration: '30',
    iv_cost: 'zero',
    iv_currency: 'EUR-DE',
    iv_delivery_mode: 'hybrid',
    iv_device_data: '{}',
  };
  const id = account_services.find((one) => one.service === SERVICE)?.service_id;
  await call(
    request,
    'update_account_services',
    { iv_action: 'service_update', iv_service_id: id, ...service, ...terms },
    provider.granted.access_token,
  );
}

/** An accepted appointment under these terms, of which booking hears a moment after they are saved. */
async function agreed(
  request: APIRequestContext,
  provider: SeededPerson,
  client: SeededPerson,
  terms: Record<string, string>,
): Promise<string> {
  await setTerms(request, provider, { iv_free_cancellation_hours: '720', ...terms });
  for (;;) {
    const booking = await book(request, provider, client);
    const isUnderThem = booking.cancellation_terms.includes(`"late":"${terms['iv_late_cancellation']}"`);
    await respond(request, provider, booking, isUnderThem ? 'accepted' : 'rejected', LINK);
    if (isUnderThem) return booking.order_id;
  }
}

test('a provider sets terms; the client reads them, is refused by an order’s own, and cancels another one late', async ({
  browser,
  request,
}) => {
  const [provider, client] = [await seedProvider(request, 'Nadia Kessler'), await seedAccount(request, 'Ivo Marek')];
  const strict = await agreed(request, provider, client, { iv_late_cancellation: 'refused' });
  const soft = await agreed(request, provider, client, {
    iv_late_cancellation: 'allowed',
    iv_cancellation_words: 'Half of the price is due.',
  });
  const [theirs, mine] = [await pageOf(browser, provider), await visitor(browser, client)];
  await theirs.goto('/my_services');
  await pickFromMenu(theirs, `Actions for ${SERVICE}`, 'Update service');
  await dialogOf(theirs).getByRole('button', { name: 'Booking rules' }).click();
  await expect(dialogOf(theirs).getByLabel('What clients read before they cancel late')).toHaveValue('Half of the price is due.');
  await pick(theirs, 'Cancelling is free until', '24 hours before');
  await pick(theirs, 'After that', 'Clients cannot cancel');
  await capture(theirs, 'cancelling-terms', undefined, dialogOf(theirs).getByLabel('After that'));
  await dialogOf(theirs).getByRole('button', { name: 'Save service' }).click();
  await expect(theirs.getByText('Basic info successfully updated')).toBeVisible();

  await mine.goto(`/p/${provider.username}`);
  await expect(mine.getByText('Free until 24 hours before the start. After that it cannot be cancelled here').first()).toBeVisible();
  await panel.mode(mine, SERVICE).click();
  await panel.mode(mine, 'Remote').click();
  await panel.next(mine, 'Book session').click();
  await mine.locator('[data-next]').first().click();
  await expect(mine.getByText(/^Free until .*: write to the provider\.$/)).toBeVisible();
  await panel.next(mine, 'Confirm booking').click();
  await expect(panel.sent(mine)).toBeVisible();

  // What is accepted keeps its terms, though the provider's are others by now.
  await mine.goto(bookingAt('upcoming_schedule', strict));
  await pick(mine, 'Your response', 'Cancel appointment');
  await expect(dialogOf(mine).getByText('It is too late to cancel here. Please write to Nadia Kessler.')).toBeVisible();
  await expect(dialogOf(mine).getByRole('button', { name: 'Submit response' })).toHaveCount(0);
  await capture(mine, 'cancelling-refused');

  await theirs.goto(bookingAt('upcoming_schedule', soft));
  await expect(dialogOf(theirs).getByText('Half of the price is due.')).toBeVisible();
  await mine.goto(bookingAt('upcoming_schedule', soft));
  await pick(mine, 'Your response', 'Cancel appointment');
  await expect(dialogOf(mine).getByText('This counts as a late cancellation.')).toBeVisible();
  await pick(mine, 'Reason', 'Another reason');
  await dialogOf(mine).getByRole('button', { name: 'Submit response' }).click();
  await expect(dialogOf(mine).getByText('Please say why in a few words.')).toBeVisible();
  await pick(mine, 'Reason', 'Ill');
  await capture(mine, 'cancelling-late');
  await dialogOf(mine).getByRole('button', { name: 'Submit response' }).click();
  await expect(dialogOf(mine).getByText('The appointment is cancelled. The time is free again.')).toBeVisible();
  await expect(dialogOf(theirs).getByText('By the client · Ill · Late cancellation')).toBeVisible();
});

test(
  'terms that change while a client reads them are read again before anything is booked',
  { tag: '@long' },
  async ({ browser, request }) => {
    const [provider, client, other] = [
      await seedProvider(request, 'Nadia Kessler'),
      await seedAccount(request, 'Ivo Marek'),
      await seedAccount(request, 'Mei Tanaka'),
    ];
    await agreed(request, provider, other, { iv_late_cancellation: 'allowed' });
    const page = await visitor(browser, client, { size: 'phone' });
    await page.goto(`/p/${provider.username}`);
    await toTimes(page, [/Back relief plan/], 'Remote');
    await toDay(page, 2);
    await pressTime(page, 1);
    await panel.next(page, 'Complete booking').click();
    await expect(page.getByText(/^Free until .* After that it counts as a late cancellation\.$/)).toBeVisible();

    await agreed(request, provider, other, { iv_late_cancellation: 'refused' });
    await panel.next(page, 'Confirm booking').click();
    await expect(page.getByText('The terms for cancelling have changed. Please read them again.')).toBeVisible();
    await expect(page.getByText(/^Free until .*: write to the provider\.$/)).toBeVisible();
    await capture(page, 'cancelling-terms-changed', ['phone']);
    await panel.next(page, 'Confirm booking').click();
    await expect(panel.sent(page)).toBeVisible();
  },
);

/** Opens the provider's hours for one slot that begins in a minute; the instant of its start. */
async function openSoon(request: APIRequestContext, provider: SeededPerson): Promise<number> {
  const start = Math.ceil((Date.now() + 15_000) / MINUTE) * MINUTE;
  // It is about noon in this zone, so that the slot ends on the same day. The signs of these zones are the other way round.
  const hours = 12 - new Date(start).getUTCHours();
  const iv_timezone = `Etc/GMT${hours > 0 ? '-' : '+'}${Math.abs(hours)}`;
  const clock = (instant: number) => new Date(instant + hours * 60 * MINUTE).toISOString().slice(11, 16);
  const slots = JSON.stringify([{ id: 'soon', startTime: clock(start), endTime: clock(start + 30 * MINUTE), alias: '', duration: '30' }]);
  const days = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'].flatMap((day) => [
    [`iv_${day}_window_type`, 'custom'],
    [`iv_${day}_window_status`, 'open'],
    [`iv_${day}_custom_slots`, slots],
  ]);
  await call(request, 'update_appointment_window', { iv_timezone, ...Object.fromEntries(days) }, provider.granted.access_token);
  return start;
}

test(
  'a provider says that the client did not come, and the client contests it; both see it live',
  { tag: '@long' },
  async ({ browser, request }) => {
    const [provider, client] = [await seedProvider(request, 'Nadia Kessler'), await seedAccount(request, 'Ivo Marek')];
    const [theirs, mine] = [await pageOf(browser, provider), await visitor(browser, client)];
    const start = await openSoon(request, provider);
    const booking = await book(request, provider, client, { soonest: true });
    expect(Date.parse(booking.provider_start_time)).toBe(start);
    await respond(request, provider, booking, 'accepted', LINK);
    await mine.goto(bookingAt('upcoming_schedule', booking.order_id));
    await expect(dialogOf(mine).getByText('Total cost')).toBeVisible();
    await expect.poll(() => Date.now() - start, { timeout: 80_000, message: 'the session begins' }).toBeGreaterThan(0);

    await theirs.goto(bookingAt('overdue_appointments', booking.order_id));
    await pick(theirs, 'Your response', 'Client did not come');
    await dialogOf(theirs).getByLabel('A word to Ivo Marek').fill('I waited for half an hour.');
    await dialogOf(theirs).getByRole('button', { name: 'Submit response' }).click();
    await expect(dialogOf(theirs).getByText('The session is marked as missed.')).toBeVisible();

    const said = dialogOf(mine).getByText(/^The client did not come \(/);
    await expect(said).toBeVisible();
    await expect(dialogOf(mine).getByText('I waited for half an hour.')).toHaveCount(1);
    await dialogOf(mine).getByRole('button', { name: 'Contest it' }).click();
    await dialogOf(mine).getByRole('button', { name: 'Contest it' }).click();
    await expect(dialogOf(mine).getByText('This Field cannot be empty')).toBeVisible();
    await dialogOf(mine).getByLabel('What happened?').fill('The link did not open.');
    await capture(mine, 'no-show-contest');
    await dialogOf(mine).getByRole('button', { name: 'Contest it' }).click();
    await expect(dialogOf(mine).getByText('You have contested it. It counts no longer.')).toBeVisible();
    await expect(dialogOf(theirs).getByText('The link did not open.')).toBeVisible();
    await expect(dialogOf(theirs).getByText('Contested: It counts no longer.')).toBeVisible();
    await theirs.goto(`/clients/order/${booking.order_id}`);
    await expect(theirs.getByRole('textbox', { name: 'Private note' })).toBeVisible();
  },
);
