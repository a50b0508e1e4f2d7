import type { Locator } from '@playwright/test';
import { expect, test, type Page } from './fixtures';
import { book, capture, guestLink, pageOf, respond } from './bookings';
import { mailTo, pick } from './people';
import { call, seedAccount, seedProvider, type SeededPerson } from './seeded-people';

/** What a provider enters in the own calendar: blocked time, appointments for clients, and other times by dragging. */

const LINK = 'https://meet.example.com/room/42';
const HALF_HOUR = 30;

/** The event of a session, in the week that has it, and how many pixels a minute has. */
async function eventIn(page: Page, name: string | RegExp): Promise<Locator> {
  const calendar = page.getByRole('region', { name: 'Calendar of appointments' });
  await calendar.getByRole('tab', { name: 'Week', exact: true }).click();
  const event = calendar.getByRole('button', { name });
  await expect(async () => {
    if ((await event.count()) === 0) await calendar.getByRole('button', { name: 'Next' }).click();
    expect(await event.count()).toBeGreaterThan(0);
  }).toPass();
  return event.first();
}

async function boxOf(event: Locator) {
  await event.scrollIntoViewIfNeeded();
  const box = await event.boundingBox();
  if (!box) throw new Error('not shown');
  return { x: box.x + box.width / 2, top: box.y, bottom: box.y + box.height, minute: box.height / HALF_HOUR };
}

async function drag(page: Page, from: { x: number; y: number }, to: { x: number; y: number }): Promise<void> {
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(from.x, (from.y + to.y) / 2, { steps: 4 });
  await page.mouse.move(to.x, to.y, { steps: 4 });
  await page.mouse.up();
}

const ordersOf = async (page: Page, person: SeededPerson) =>
  (
    await call<{ bookings_list: { request: { order_id: string; duration: number; proposed_by: string }[] } }>(
      page.request,
      'get_booking_info',
      null,
      person.granted.access_token,
    )
  ).bookings_list.request;

test('a provider blocks time, books for a client and moves an appointment in the calendar', async ({ browser, request }) => {
  const [provider, ivo, ana] = [
    await seedProvider(request, 'Nadia Kessler'),
    await seedAccount(request, 'Ivo Marek'),
    await seedAccount(request, 'Ana Lindqvist'),
  ];
  await respond(request, provider, await book(request, provider, ivo), 'accepted', LINK);
  const page = await pageOf(browser, provider);
  await page.goto('/schedule_manager/upcoming_schedule?tab=calendar');
  await expect(page.getByRole('region', { name: 'Calendar of appointments' })).toBeVisible();
  const event = await eventIn(page, /Ivo Marek ·/);
  const { x, top, minute } = await boxOf(event);
  const after = (minutes: number) => ({ x, y: top + minutes * minute });

  // Pictures at the desk alone: on a phone the calendar is another one, which would begin anew.
  // Dragging over empty time opens the dialog for it.
  await drag(page, after(242), after(298));
  const dialog = page.getByRole('dialog', { name: 'New entry' });
  await dialog.getByText('Block time', { exact: true }).click();
  await dialog.getByLabel('Note').fill('Lunch');
  await capture(page, 'block-time', ['desktop']);
  await dialog.getByRole('button', { name: 'Block it' }).click();
  await expect(page.getByRole('button', { name: /Lunch/ })).toBeVisible();

  // So does a tap; over the blocked time the provider is warned first. Ana says by the mailed link that she comes.
  await expect(dialog).toBeHidden();
  await page.mouse.click(x, top + 362 * minute);
  await pick(page, 'Client', 'New client');
  await dialog.getByLabel('Name', { exact: true }).fill('Ana');
  await dialog.getByLabel('E-mail').fill(String(ana.granted.session_data['email']));
  await dialog.getByRole('checkbox', { name: 'Back relief plan' }).check();
  const start = dialog.getByLabel('Starts at');
  await dialog.getByLabel('Minutes').fill('45');
  const free = await start.inputValue();
  await start.fill('22:15');
  await dialog.getByRole('button', { name: 'Book', exact: true }).click();
  await expect(dialog.getByText('This is outside of your open hours.')).toBeVisible();
  await capture(page, 'own-booking-warned', ['desktop']);
  await start.fill(free);
  await dialog.getByRole('button', { name: 'Book', exact: true }).click();
  const over = dialog.getByRole('checkbox', { name: 'Book over my own rules' });
  await expect(
    dialog
      .getByRole('button', { name: 'Book', exact: true })
      .and(page.locator(':not([data-loading])'))
      .or(page.getByRole('button', { name: /Ana ·/ }))
      .first(),
  ).toBeVisible();
  if (await over.isVisible()) {
    await over.check();
    await dialog.getByRole('button', { name: 'Book', exact: true }).click();
  }
  await expect(page.getByRole('button', { name: /Ana ·/ })).toBeVisible();
  const mail = await mailTo(request, String(ana.granted.session_data['email']), /has booked an appointment for you/);
  expect(mail.subject).toContain('Nadia Kessler');
  const anas = await pageOf(browser, null);
  await anas.goto(await guestLink(request, { email: String(ana.granted.session_data['email']) }));
  await anas.getByRole('button', { name: "I'm coming" }).click();
  await expect(anas.getByText('Thank you. Nadia Kessler knows that you come.')).toBeVisible();

  await page.clock.install();
  // Dragged: Ivo would be asked. Taken back, nobody hears of it.
  const undo = page.getByRole('button', { name: 'Undo' });
  await drag(page, after(10), after(130));
  await expect(page.getByText(/Ivo Marek will be asked about/)).toBeVisible();
  await capture(page, 'undo-move', ['desktop']);
  await undo.click();
  await expect(undo).toBeHidden();
  await page.clock.fastForward(11_000);
  expect((await ordersOf(page, ivo))[0]?.proposed_by).toBe('');
  await drag(page, after(10), after(130));
  await expect(undo).toBeVisible();
  await page.clock.fastForward(11_000);
  await expect.poll(async () => (await ordersOf(page, ivo))[0]?.proposed_by).toBe('provider');

  // Stretched by its edge: by the provider's terms Ivo is told.
  await call(request, 'update_move_terms', { iv_told_until_hours: 1 }, provider.granted.access_token);
  const again = await boxOf(await eventIn(page, /Ivo Marek ·/));
  await page.mouse.move(again.x, again.bottom - 8);
  await drag(page, { x: again.x, y: again.bottom - 2 }, { x: again.x, y: again.bottom + 28 * again.minute });
  await expect(page.getByText(/Ivo Marek will be told/)).toBeVisible();
  await page.clock.fastForward(11_000);
  await expect.poll(async () => (await ordersOf(page, ivo))[0]?.duration).toBe(60);
});
