import { expect, type Page } from '@playwright/test';
import { expectInPlace } from '../in-place';

/** Opens the list of every field of the topmost dialog, else of the page, and names the fields whose list does not open in place. */
export async function listProblems(page: Page): Promise<string[]> {
  const problems: string[] = [];
  const list = page.getByRole('listbox');
  const dialogs = page.getByRole('dialog');
  const scope = (await dialogs.count()) > 0 ? dialogs.last() : page;
  for (const field of await scope.locator('[role=combobox]:enabled').filter({ visible: true }).all()) {
    await field.click();
    await expectInPlace(list).catch(async (fault: Error) =>
      problems.push(`the list of ${await field.evaluate((element) => window.pageTools.nameOf(element))}: ${fault.message}`),
    );
    await field.blur();
    await expect(list).toHaveCount(0);
  }
  return problems;
}
