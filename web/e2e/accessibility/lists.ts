import { expect, type Page } from '@playwright/test';
import { expectInPlace } from '../in-place';

/**
 * Opens the list of every field of the topmost dialog, else of the page, and names the fields whose list does not open in place.
 * Adds the fields to `seen`, and leaves out those that it holds.
 */
export async function listProblems(page: Page, seen: Set<string>): Promise<string[]> {
  const problems: string[] = [];
  const list = page.getByRole('listbox');
  const dialogs = page.getByRole('dialog');
  const scope = (await dialogs.count()) > 0 ? dialogs.last() : page;
  const fields = scope.locator('[role=combobox]:enabled').filter({ visible: true });
  const names = await fields.evaluateAll((elements) => elements.map((element) => window.pageTools.nameOf(element)));
  for (const [nth, name] of names.entries()) {
    if (seen.has(name)) continue;
    const field = fields.nth(nth);
    seen.add(name);
    await field.click();
    await expectInPlace(list).catch((fault: Error) => problems.push(`the list of ${name}: ${fault.message}`));
    await field.blur();
    await expect(list).toHaveCount(0);
  }
  return problems;
}
