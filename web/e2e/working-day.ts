import { expect, test, type Browser, type Locator, type Page } from '@playwright/test';
import { visitor } from './bookable';
import { codeIn, mailTo, newPerson, pick, signUp, type Person } from './people';
import type { SizeName } from './devices';

/** What the ordinary days have in common: accounts, pages and hours from nothing, and the end of an appointment, all by the screens. */

const MINUTE = 60_000;

/**
 * A zone in which it is between noon and one o'clock: the day has hours before and after now, whenever the test runs. The signs of these
 * zones are the other way round.
 */
const hoursToNoon = 12 - new Date().getUTCHours();
const noonZone = hoursToNoon === 0 ? 'Etc/UTC' : `Etc/GMT${hoursToNoon > 0 ? '-' : '+'}${Math.abs(hoursToNoon)}`;

/** What the clocks of that zone show, as HH:MM. */
export const clockAt = (instant: number): string => new Date(instant + hoursToNoon * 60 * MINUTE).toISOString().slice(11, 16);

/** The day that those clocks show in so many days, as 2027-01-31. */
export const dayAhead = (days: number): string => new Date(Date.now() + (24 * days + hoursToNoon) * 60 * MINUTE).toISOString().slice(0, 10);

export const dialogOf = (page: Page): Locator => page.getByRole('dialog');

/** Signs somebody new up, on a device of that size. */
export async function newAccount(browser: Browser, name: string, size: SizeName): Promise<{ person: Person; page: Page }> {
  const person = newPerson(name);
  const page = await visitor(browser, null, { size, timezoneId: noonZone });
  await signUp(page, person);
  return { person, page };
}

/** Types the mailed code into the dialog that asks for it before the first booking, profile or post is sent. */
export async function confirmAddress(page: Page, { email }: Person): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Confirm your e-mail address' });
  await dialog.getByLabel('Code of six digits').fill(codeIn(await mailTo(page.request, email, /confirm_account/)));
  await dialog.getByRole('button', { name: 'Confirm' }).click();
}

/** Opens the mailed link that confirms the address, on the same device. */
export async function confirmByLink(page: Page, { email }: Person): Promise<void> {
  const link = /https?:\/\/\S+\/confirm_account\/\S+/.exec((await mailTo(page.request, email, /confirm_account/)).text)?.[0];
  await page.goto(new URL(link ?? '').pathname);
  await page.getByRole('button', { name: 'Confirm my address' }).click();
  await expect(page.getByText('Your address is confirmed')).toBeVisible();
}

interface Trade {
  industry: string;
  expertise: string;
  mode: string | RegExp;
  about: string;
}

/** Makes a provider of the account, whose page everybody can see; returns its name in the address. */
export async function becomeProvider(page: Page, person: Person, { industry, expertise, mode, about }: Trade): Promise<string> {
  const username = person.email.split('@')[0]?.replaceAll('.', '_') ?? '';
  await page.goto('/onboard_username');
  await page.getByLabel('Brand/business name').fill(username);
  await page.getByRole('button', { name: 'Save and continue' }).click();
  await page.getByRole('link', { name: 'Create basic profile information' }).click();
  await pick(page, 'Industry', industry);
  await page.getByLabel('Expertise').fill(expertise);
  await page.getByLabel('Contact phone').fill('4930123456');
  await pick(page, 'Country', 'Germany');
  await pick(page, 'City', 'Berlin');
  await page.getByLabel('Location Address').fill('Torstrasse 1, 10119 Berlin');
  await pick(page, 'Default delivery mode', mode);
  await page.getByLabel('Brief business summary').fill(about);
  await page.getByRole('button', { name: 'Become a service provider' }).click();
  await confirmAddress(page, person);
  await page.getByRole('button', { name: 'Not now' }).click();
  await expect(page.getByText('Well done, you are all set to start accepting clients.')).toBeVisible();
  await page.getByRole('link', { name: /Add your first service/ }).click();
  return username;
}

interface Offer {
  name: string;
  /** What is chosen of 'Hours' and 'Minutes': half an hour is there already, and choosing it takes it away. */
  length?: Readonly<Record<string, string>>;
  cost: string;
  /** Fills in the rest of the form, whose booking rules are unfolded. */
  more?: (form: Locator) => Promise<void>;
}

/** Adds a service with the form that is open, and goes on to the own page. */
export async function offer(page: Page, { name, length = {}, cost, more }: Offer): Promise<void> {
  const form = dialogOf(page);
  await form.getByLabel('Service', { exact: true }).fill(name);
  for (const [label, entry] of Object.entries(length)) await pick(page, label, entry);
  await form.getByLabel('Cost').fill(cost);
  await form.getByRole('button', { name: 'Booking rules' }).click();
  await more?.(form);
  await form.getByRole('button', { name: 'Save service' }).click();
  await form.getByRole('link', { name: 'Got to dashboard' }).click();
}

/** From the own page, opens every day of the week as `fill` says of Monday. */
export async function openEveryDay(page: Page, fill: (monday: Locator) => Promise<void>): Promise<void> {
  await page.getByRole('link', { name: /Check your hours/ }).click();
  const monday = page.getByRole('group', { name: 'Monday' });
  await fill(monday);
  await monday.getByRole('button', { name: 'Copy to other days: Monday' }).click();
  const copying = dialogOf(page);
  await copying.getByRole('checkbox', { name: 'All open days' }).check();
  await copying.getByRole('checkbox', { name: 'Sunday' }).check();
  await copying.getByRole('button', { name: 'Copy to 6 days' }).click();
  await page.getByRole('button', { name: 'Save business hours' }).click();
  await expect(page.getByText('Your business hours were saved')).toBeVisible();
}

/** Hours from nine to six for starts every quarter of an hour, which last as long as their services. */
export async function flexibly(day: Locator): Promise<void> {
  await day.getByText('Flexible', { exact: true }).click();
  await day.getByLabel('To', { exact: true }).fill('18:00');
}

/** Lets the provider tell clients of moved appointments up to their start, without asking. */
export async function tellOfMoves(page: Page): Promise<void> {
  const terms = page.getByRole('region', { name: 'Moving appointments' });
  await terms.getByText('Tell the client, without asking').click();
  await terms.getByLabel('Until how many hours before').fill('0');
  await terms.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('This is how you move appointments from now on.')).toBeVisible();
}

/**
 * Moves the appointment that is open to the next full minute, by its form, and returns that instant. Nobody can book or enter what is over, so
 * this is how one begins while the test looks on. `overRules` confirms that it is sooner than clients may book.
 */
export async function moveToNow(page: Page, name: string, { overRules = false } = {}): Promise<number> {
  await dialogOf(page).getByRole('button', { name: 'Move or change the length' }).click();
  const start = dialogOf(page).getByLabel('Starts at');
  await expect(start).toBeVisible();
  const instant = Math.ceil((Date.now() + 8_000) / MINUTE) * MINUTE;
  await start.fill(clockAt(instant));
  const move = dialogOf(page).getByRole('button', { name: 'Move', exact: true });
  await move.click();
  if (overRules) {
    await dialogOf(page).getByRole('checkbox', { name: 'Move it over my own rules' }).check();
    await move.click();
  }
  await expect(page.getByText(`The appointment was moved, and ${name} is told.`)).toBeVisible();
  return instant;
}

/** Waits until the instant has come. So much longer the test may take: its own limit is for what the screens take. */
export async function begun(instant: number): Promise<void> {
  const info = test.info();
  info.setTimeout(info.timeout + Math.max(0, instant - Date.now()));
  await expect.poll(() => Date.now() - instant, { timeout: 80_000, message: 'the session begins' }).toBeGreaterThan(0);
}

/** Answers the booking that is open. */
export async function answer(page: Page, response: string, done: string): Promise<void> {
  await pick(page, 'Your response', response);
  await dialogOf(page).getByRole('button', { name: 'Submit response' }).click();
  await expect(dialogOf(page).getByText(done)).toBeVisible();
}

/** Starts the session of a booking and completes it: `open` opens the booking, which is closed after each answer. */
export async function hold(page: Page, open: () => Promise<void>): Promise<void> {
  for (const [response, done] of [
    ['Start session', 'The session has begun.'],
    ['Complete session', 'The session is complete.'],
  ] as const) {
    await open();
    await answer(page, response, done);
    await page.keyboard.press('Escape');
    await expect(dialogOf(page)).toHaveCount(0);
  }
}

/** Rates the session that is open, as the client. */
export async function rateSession(page: Page, stars: RegExp, words: string): Promise<void> {
  await pick(page, 'Rating', stars);
  await dialogOf(page).getByLabel('Feedback').fill(words);
  await dialogOf(page).getByRole('button', { name: 'Submit rating' }).click();
  await expect(dialogOf(page).getByText('Thank you. Your rating helps others to choose.')).toBeVisible();
}

/** Rates the client of the booking that is open, as the provider. */
export async function rateClient(page: Page, name: string, stars: RegExp, words: string): Promise<void> {
  await pick(page, `Rate ${name}`, stars);
  await dialogOf(page).getByLabel('About your client').fill(words);
  await dialogOf(page).getByRole('button', { name: 'Submit rating of the client' }).click();
  await expect(dialogOf(page).getByRole('region', { name: `What you said of ${name}` })).toBeVisible();
}

/** Answers the only review of the provider, and waits until a page that anybody can see shows both. */
export async function answerReview(page: Page, visitorPage: Page, username: string, review: string, words: string): Promise<void> {
  await page.goto('/my_ratings');
  await page.getByRole('button', { name: /^Answer the review of/ }).click();
  await page.getByLabel('Your answer').fill(words);
  await page.getByRole('button', { name: 'Publish answer' }).click();
  await expect(page.getByRole('group', { name: /^Answer to the review of/ })).toContainText(words);
  await visitorPage.goto(`/p/${username}`);
  await visitorPage.getByRole('tab', { name: 'Reviews' }).click();
  await expect(visitorPage.getByText(review)).toBeVisible();
  await expect(visitorPage.getByText(words)).toBeVisible();
}

/** Opens somebody's booking from the list of the provider's day. */
export const openFromDay = (page: Page, name: string): Promise<void> =>
  page
    .getByRole('list')
    .getByRole('button', { name: new RegExp(`^${name}`) })
    .click();

/** Drags an event of the calendar down by some minutes, where it is `length` minutes long. */
export async function dragDown(page: Page, event: Locator, minutes: number, length: number): Promise<void> {
  await event.evaluate((element) => element.scrollIntoView({ block: 'center' }));
  const box = await event.boundingBox();
  if (!box) throw new Error('the event is not shown');
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 3];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x, y + 8, { steps: 4 });
  await page.mouse.move(x, y + (minutes * box.height) / length, { steps: 4 });
  await page.mouse.up();
}

/** Taps the half hour of the day's calendar in which the instant is; returns when that half hour begins. */
export async function tapHalfHour(page: Page, instant: number): Promise<number> {
  const begins = instant - (instant % (30 * MINUTE));
  const row = page.locator(`[data-time="${clockAt(begins)}:00"]`).last();
  await row.evaluate((element) => element.scrollIntoView({ block: 'center' }));
  const box = await row.boundingBox();
  if (!box) throw new Error('the row is not shown');
  await page.mouse.click(box.x + box.width / 2, box.y + 2);
  return begins;
}

/** One of the provider's figures. */
export const figure = (page: Page, label: string): Locator =>
  page.locator('dl > div').filter({ has: page.locator('dt', { hasText: label }) });
