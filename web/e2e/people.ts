import { randomUUID } from 'node:crypto';
import { expect, type APIRequestContext, type Browser, type Page } from '@playwright/test';
import { openDevice, type SizeName } from './devices';
import { expectInPlace } from './in-place';

/** A mail as the development mail reader lists it, newest first (api.md 7). */
export interface Mail {
  to: string;
  subject: string;
  text: string;
  html: string;
  attachments: { filename: string; content_type: string; content: string }[];
}

export interface Person {
  name: string;
  email: string;
  password: string;
}

export const baseUrl = process.env['E2E_BASE_URL'] ?? 'http://127.0.0.1:8000';
const mailUrl = process.env['E2E_MAIL_URL'] ?? `${baseUrl}/dev/mail.json`;

/** A person with a new mail address, so that runs do not clash. */
export function newPerson(name: string): Person {
  const mark = randomUUID().slice(0, 8);
  const mailbox = name.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().replaceAll(' ', '.');
  return { name, email: `${mailbox}.${mark}@example.com`, password: `kept-${mark}-secret` };
}

/** Opens a page in its own browser context, like a separate device. */
export async function deviceOf(browser: Browser, size: SizeName = 'desktop'): Promise<Page> {
  return (await openDevice(browser, size)).newPage();
}

/** Waits up to 15 seconds for a mail to the address whose subject or text matches `about`, and returns the newest. */
export async function mailTo(request: APIRequestContext, to: string, about: RegExp): Promise<Mail> {
  let found: Mail | undefined;
  await expect
    .poll(
      async () => {
        const mails = (await (await request.get(mailUrl)).json()) as Mail[];
        found = mails.find((mail) => mail.to.includes(to) && (about.test(mail.subject) || about.test(mail.text)));
        return found !== undefined;
      },
      { message: `a mail to ${to} about ${about}`, timeout: 15_000 },
    )
    .toBe(true);
  return found as Mail;
}

/** The guest's six-digit code, which stands alone on a line of the mail. */
export function codeIn(mail: Mail): string {
  const code = /^\s*(\d{6})\s*$/m.exec(mail.text)?.[1];
  if (!code) throw new Error('the mail holds no code on a line of its own');
  return code;
}

/** Signs up on the sign-up screen. */
export async function signUp(page: Page, person: Person): Promise<void> {
  await page.goto('/sign_up');
  await page.getByLabel('Full name').fill(person.name);
  await page.getByLabel('E-mail').fill(person.email);
  await page.getByRole('textbox', { name: 'Password' }).fill(person.password);
  await page.getByRole('button', { name: 'Create account' }).click();
  await page.waitForURL((url) => url.pathname !== '/sign_up');
}

/** Picks an option of a Mantine select by its visible text. Expects that the list opens in place, and that this option is chosen. */
export async function pick(page: Page, label: string, entry: string | RegExp): Promise<void> {
  const field = page.getByRole('combobox', { name: label });
  await field.click();
  await expectInPlace(page.getByRole('listbox'));
  const option = page.getByRole('option', { name: entry }).first();
  const text = (await option.textContent()) ?? '';
  const wasChosen = (await option.getAttribute('aria-selected')) === 'true';
  await option.click();
  // Choosing it once more takes it away in some fields.
  if (!wasChosen) await expect(field).toHaveValue(text);
  await expect(page.getByRole('listbox')).toHaveCount(0);
}

/** Opens the menu of a button and chooses from it. Expects that the menu opens in place. */
export async function pickFromMenu(page: Page, button: string, entry: string): Promise<void> {
  await page.getByRole('button', { name: button }).click();
  await expectInPlace(page.getByRole('menu'));
  await page.getByRole('menuitem', { name: entry }).click();
}
