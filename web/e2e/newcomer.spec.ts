import { randomUUID } from 'node:crypto';
import type { APIRequestContext, Locator, Page } from '@playwright/test';
import { authenticate, panel, pressTime, toDay, toTimes } from './bookable';
import { expect, test } from './fixtures';
import { newPerson } from './people';
import { seedProvider } from './seeded-people';

/** The longest that somebody who has never been here may need, from opening the page to the sent request, in milliseconds. */
const limit = 60_000;

/** `make film` records this run against the demo, at the pace of a person. */
const filmed = Boolean(process.env['E2E_FILM']);
const size = { width: 1280, height: 720 };
test.use({ video: filmed ? { mode: 'on', size } : 'off' });

/** Whom the newcomer looks for, and what is booked there. */
interface Sought {
  words: string;
  name: string;
  service: string;
}

async function soughtProvider(request: APIRequestContext): Promise<Sought> {
  if (filmed) return { words: 'physiotherapy berlin', name: 'Mara Weiss', service: 'First consultation' };
  const mark = `Zel${Array.from(randomUUID().slice(0, 6), (digit) => 'bcdfghklmn'[parseInt(digit, 16) % 10]).join('')}ova`;
  await seedProvider(request, `Nadia ${mark}`);
  return { words: mark, name: `Nadia ${mark}`, service: 'Back relief plan' };
}

/** Writes as a person does where this is filmed. */
const write = (field: Locator, text: string) => (filmed ? field.pressSequentially(text, { delay: 90 }) : field.fill(text));

/** Time to look at what has come, where this is filmed. */
const look = async (page: Page) => (filmed ? page.waitForTimeout(1200) : undefined);

test('somebody new finds a provider and books as a guest within a minute', async ({ page, request }) => {
  const { words, name, service } = await soughtProvider(request);
  const guest = newPerson('Olu Adebayo');
  const began = performance.now();

  await page.goto('/');
  await look(page);
  await page.getByRole('navigation').getByRole('link', { name: 'Search', exact: true }).first().click();
  await write(page.getByRole('searchbox'), words);
  await expect(page.getByRole('article').first()).toContainText(name);
  await look(page);
  await page.getByRole('article').first().getByRole('link', { name }).first().click();
  await look(page);
  await toTimes(page, [new RegExp(service)], 'Remote');
  await look(page);
  await toDay(page, 1);
  await pressTime(page, 0);
  await look(page);
  await panel.next(page, 'Complete booking').click();
  await authenticate(page, guest.name, guest.email);
  await look(page);
  await panel.next(page, 'Authenticate and confirm booking').click();
  await expect(panel.sent(page)).toBeVisible();

  const taken = performance.now() - began;
  test.info().annotations.push({ type: 'seconds from the first page to the sent request', description: (taken / 1000).toFixed(1) });
  if (filmed) {
    process.stdout.write(`booked ${(taken / 1000).toFixed(1)} s after opening the page; the film: ${(await page.video()?.path()) ?? ''}\n`);
    await page.waitForTimeout(2500);
  }
  expect(taken).toBeLessThan(limit);
});
