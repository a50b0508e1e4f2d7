import type { Page } from '@playwright/test';
import { pick } from '../people';
import { goInside } from './inside';
import type { Screen } from './screen';

/** Shows the settings of a provider who reminds nobody. */
async function withoutReminders(page: Page): Promise<void> {
  const data = { reminders: [], follow_up_hours: null, daily_summary: 'off', timezone: 'Europe/Berlin' };
  await page.route('**/api/get_reminder_plan', (route) =>
    route.fulfill({ json: { status: true, message: { main_msg: '', iv_msg: {} }, data } }),
  );
  await goInside(page, '/my_bookmarks');
  await goInside(page, '/reminders');
}

async function twoAtOneTime(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Add a reminder' }).click();
  await pick(page, 'Reminder 3', '1 day before');
}

/** A text with a variable that does not exist. */
async function withUnknownVariable(page: Page): Promise<void> {
  await page.getByRole('tab', { name: 'Afterwards' }).click();
  const text = page.getByRole('tabpanel', { name: 'Afterwards' });
  await text.getByLabel('Text', { exact: true }).fill('Dear {firstname}');
  await text.getByRole('button', { name: 'Save' }).click();
}

/** What a provider wants reminded and mailed. */
export const reminderScreens: Screen[] = [
  { name: 'reminders', at: '/reminders' },
  { name: 'reminders, none', at: '/reminders', open: withoutReminders },
  { name: 'reminders, two at one time', at: '/reminders', open: twoAtOneTime },
  { name: 'reminders, a text that cannot be filled in', at: '/reminders', open: withUnknownVariable, keepsWords: true },
];

/** Where a reminder leads its client. */
export const ledByReminder: Screen = {
  name: 'appointment, as a reminder leads to it',
  at: ({ accepted }) => `/schedule_manager/upcoming_schedule?dialog=booking&booking=${accepted}&answer=coming`,
};
