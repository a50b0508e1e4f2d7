import { randomUUID } from 'node:crypto';
import { expect, type APIRequestContext, type Browser, type Page } from '@playwright/test';

/** What the set's mail reader lists, newest first (api.md, section 7). */
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

const mailUrl = process.env['E2E_MAIL_URL'] ?? `${process.env['E2E_BASE_URL'] ?? 'http://127.0.0.1:8000'}/dev/mail.json`;

/** Somebody nobody has met yet: names and addresses never clash between runs. */
export function newPerson(name: string): Person {
  const mark = randomUUID().slice(0, 8);
  return { name, email: `${name.toLowerCase().replaceAll(' ', '.')}.${mark}@example.com`, password: `kept-${mark}-secret` };
}

/** A page of its own browser context, as if on somebody's own device. */
export async function deviceOf(browser: Browser, size = { width: 1440, height: 900 }): Promise<Page> {
  const context = await browser.newContext({ viewport: size });
  return context.newPage();
}

/** The newest mail to an address whose subject or text says `about`, awaited for a few seconds. */
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

/** The guest's code stands alone on a line of the text. */
export function codeIn(mail: Mail): string {
  const code = /^\s*(\d{6})\s*$/m.exec(mail.text)?.[1];
  if (!code) throw new Error('the mail holds no code on a line of its own');
  return code;
}

/** Signs up through the screen, as a newcomer does. */
export async function signUp(page: Page, person: Person): Promise<void> {
  await page.goto('/sign_up');
  await page.getByLabel('Full name').fill(person.name);
  await page.getByLabel('E-mail').fill(person.email);
  await page.getByRole('textbox', { name: 'Password' }).fill(person.password);
  await page.getByRole('button', { name: 'Create account' }).click();
  await page.waitForURL((url) => url.pathname !== '/sign_up');
}

/** Picks an entry of one of Mantine's selects by its visible text. */
export async function pick(page: Page, label: string, entry: string | RegExp): Promise<void> {
  await page.getByRole('combobox', { name: label }).click();
  await page.getByRole('option', { name: entry }).first().click();
}
