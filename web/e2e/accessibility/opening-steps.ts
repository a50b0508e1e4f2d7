import type { Page } from '@playwright/test';
import { pick } from '../people';

/** Presses what has this role and name. */
export const press = (role: 'button' | 'tab' | 'menuitem' | 'link' | 'combobox' | 'option', name: string | RegExp) => (page: Page) =>
  page
    .getByRole(role, { name, exact: typeof name === 'string' })
    .first()
    .click();

/** Takes these steps in turn. */
export const oneAfterAnother =
  (...steps: ((page: Page) => Promise<unknown>)[]) =>
  async (page: Page) => {
    for (const step of steps) await step(page);
  };

/** Fills fields in, by their labels. */
export const fill = (fields: Record<string, string>) => async (page: Page) => {
  for (const [label, text] of Object.entries(fields)) await page.getByLabel(label, { exact: true }).last().fill(text);
};

/** Has the server answer a call with this, in place of its own answer. */
export const answered =
  (call: string, data: object | null, iv_msg: Record<string, string> = {}) =>
  (page: Page) =>
    page.route(`**/api/${call}`, (route) => route.fulfill({ json: { status: data !== null, message: { main_msg: '', iv_msg }, data } }));

/** Chooses an entry of a list. */
export const choose = (label: string, entry: string) => (page: Page) => pick(page, label, entry);
