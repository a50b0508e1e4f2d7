import { expect, test, type Page } from './fixtures';
import { visitor } from './bookable';
import { book, ownerIdOf, respond } from './bookings';
import { sizes } from './devices';
import { pickFromMenu } from './people';
import { capture, captureSizes } from './screenshots';
import { call, seedAccount, seedProvider, type SeededPerson } from './seeded-people';

const tokenOf = ({ granted }: SeededPerson) => granted.access_token;
const composer = (page: Page, name: string) => page.getByRole('textbox', { name: `Write a message to ${name}` });
const log = (page: Page, name: string) => page.getByRole('region', { name: `Messages with ${name}` });

async function write(page: Page, to: string, text: string): Promise<void> {
  await composer(page, to).fill(text);
  // On a phone Enter starts a line.
  if (page.viewportSize()?.width === sizes.phone.width) await page.getByRole('button', { name: 'Send', exact: true }).click();
  else await composer(page, to).press('Enter');
}

test('two people write to each other live, and what did not get through is not lost', async ({ browser, request }) => {
  const [provider, client] = [await seedProvider(request, 'Nadia Kessler'), await seedAccount(request, 'Ivo Marek')];
  // Accepted at once: a pending request would open the appointment alert over the page.
  await respond(request, provider, await book(request, provider, client), 'accepted', 'https://meet.example.com/42');
  const ivo = await visitor(browser, client, { size: 'phone' });
  const nadia = await visitor(browser, provider);

  // The client starts from the appointment, on a phone.
  await ivo.goto('/schedule_manager/upcoming_schedule');
  await ivo.getByRole('button', { name: 'Review' }).click();
  await ivo.getByRole('dialog').getByRole('link', { name: 'Write a message' }).click();
  await expect(ivo.getByRole('heading', { level: 1, name: 'Nadia Kessler' })).toBeVisible();
  await expect(ivo).toHaveURL(/\/message\?conversation=/);
  await capture(ivo, 'message-new-phone');

  // The provider has the list open on a desktop; the unread count and the message appear live.
  await nadia.goto('/message');
  await expect(nadia.getByText('Pick a conversation to read and write.')).toBeVisible();
  await write(ivo, 'Nadia Kessler', 'Hello <b>you</b>, see https://example.org/plan. http://not.example');
  await expect(log(ivo, 'Nadia Kessler').getByRole('listitem')).toHaveCount(1);
  await expect(log(ivo, 'Nadia Kessler').getByText('Sending…')).toHaveCount(0);
  await expect(nadia.getByRole('img', { name: '1 unread message' })).toBeVisible();
  await nadia.getByRole('button', { name: 'Menu of Nadia Kessler' }).click();
  await expect(nadia.getByRole('menuitem', { name: 'Messages 1' })).toBeVisible();
  await nadia.keyboard.press('Escape');
  await capture(nadia, 'message-list-desktop');
  await nadia.getByRole('link', { name: /Ivo Marek/ }).click();
  const messageLog = log(nadia, 'Ivo Marek');
  await expect(messageLog.getByText('Hello <b>you</b>')).toBeVisible();
  await expect(messageLog.getByRole('link')).toHaveCount(1);
  await expect(messageLog.getByRole('link', { name: 'https://example.org/plan' })).toHaveAttribute('rel', /noopener/);
  await expect(nadia.getByRole('img', { name: '1 unread message' })).toHaveCount(0);

  // Shift+Enter starts a new line, Enter sends; messages arrive live in both directions.
  await composer(nadia, 'Ivo Marek').fill('Two');
  await composer(nadia, 'Ivo Marek').press('Shift+Enter');
  await composer(nadia, 'Ivo Marek').pressSequentially('lines');
  await composer(nadia, 'Ivo Marek').press('Enter');
  await expect(log(ivo, 'Nadia Kessler').getByText('Two\nlines')).toBeVisible();
  await expect(composer(nadia, 'Ivo Marek')).toHaveValue('');

  // Without a connection the message says that it waits, survives a reload, and is sent once despite several attempts.
  await ivo.route('**/api/send_message', (route) => route.abort());
  await write(ivo, 'Nadia Kessler', 'Can you hear me?');
  const waiting = log(ivo, 'Nadia Kessler').getByText('Waiting to be sent');
  await expect(waiting).toBeVisible();
  await composer(ivo, 'Nadia Kessler').fill('A draft');
  await capture(ivo, 'message-not-sent-phone');
  await ivo.reload();
  await expect(composer(ivo, 'Nadia Kessler')).toHaveValue('A draft');
  await expect(waiting).toBeVisible();
  await ivo.unroute('**/api/send_message');
  await ivo.reload();
  await expect(waiting).toHaveCount(0);
  await expect(log(nadia, 'Ivo Marek').getByText('Can you hear me?')).toHaveCount(1);

  // The limit is a thousand characters; a counter appears near the end.
  await composer(ivo, 'Nadia Kessler').fill('x'.repeat(1001));
  await expect(ivo.getByText('1,001 of 1,000')).toBeVisible();
  await expect(ivo.getByRole('button', { name: 'Send', exact: true })).toBeDisabled();
  await composer(ivo, 'Nadia Kessler').fill('');
  await capture(nadia, 'message-talk-desktop');

  // On a phone Back returns to the list.
  await ivo.getByRole('button', { name: 'All messages' }).click();
  await expect(ivo.getByRole('heading', { level: 1, name: 'Messages' })).toBeVisible();
  await expect(ivo.getByRole('link', { name: /Nadia Kessler/ })).toBeVisible();
  await capture(ivo, 'message-list-phone');
});

test('older messages are found further up, one is reported, and a block ends it all', { tag: '@long' }, async ({ browser, request }) => {
  const [provider, client] = [await seedProvider(request, 'Victor Quack'), await seedAccount(request, 'Hana Sato')];
  await respond(request, provider, await book(request, provider, client), 'accepted', 'https://meet.example.com/42');
  await expect
    .poll(async () => (await call<{ conversations: object[] }>(request, 'get_conversations', null, tokenOf(client))).conversations.length)
    .toBe(1);
  for (let nth = 1; nth <= 45; nth += 1) {
    const [who, other] = nth % 3 ? [provider, client] : [client, provider];
    await call(
      request,
      'send_message',
      { iv_owner_id: ownerIdOf(other), iv_text: nth === 44 ? 'Cured in a day, pay me by gift card' : `Message ${nth}` },
      tokenOf(who),
    );
  }
  const page = await visitor(browser, client);
  await page.goto(`/p/${provider.username}`);
  await page.getByRole('link', { name: 'Write a message' }).click();
  const messageLog = log(page, 'Victor Quack');
  await expect(messageLog.getByText('Message 45', { exact: true })).toBeInViewport();
  await expect(messageLog.getByText('Message 1', { exact: true })).toHaveCount(0);
  await messageLog.hover();
  // Scrolling up to the first message: older ones are added above without moving what is on screen.
  await expect(async () => {
    await page.mouse.wheel(0, -1200);
    await expect(messageLog.getByText('Message 1', { exact: true })).toBeVisible({ timeout: 300 });
  }).toPass();
  await expect(messageLog.getByRole('listitem')).toHaveCount(45);

  const bad = messageLog.getByRole('listitem').filter({ hasText: 'gift card' });
  await bad.getByRole('button', { name: 'Options for this message' }).click();
  await page.getByRole('menuitem', { name: 'Report this message' }).click();
  const dialog = page.getByRole('dialog', { name: 'Report' });
  await expect(dialog.getByRole('radio', { name: /gift card/ })).toBeChecked();
  await captureSizes(page, 'message-report');
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await dialog.getByRole('radio', { name: 'Fraud & Scams' }).click();
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await dialog.getByRole('button', { name: 'Skip' }).click();
  await expect(dialog.getByText('gift card')).toBeVisible();
  await dialog.getByRole('button', { name: 'Submit Report' }).click();
  await expect(dialog.getByText('Your report was successfuly submitted')).toBeVisible();
  await dialog.getByRole('button', { name: 'Done' }).click();
  const conversation = page.url();

  await pickFromMenu(page, 'Options for Victor Quack', 'Block');
  await expect(page.getByText('Account was successfully blocked')).toBeVisible();
  await expect(page.getByText('Once you have an appointment with somebody, you can write to each other here.')).toBeVisible();
  await expect
    .poll(async () => (await call<{ conversations: object[] }>(request, 'get_conversations', null, tokenOf(client))).conversations.length)
    .toBe(0);
  await page.goto(conversation);
  await expect(page.getByText('This conversation is not there any more.')).toBeVisible();
  await capture(page, 'message-gone-desktop');
});
