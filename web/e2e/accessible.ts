import AxeBuilder from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

/** Nothing on the page as it stands now is out of reach for anybody. */
export async function expectAccessible(page: Page): Promise<void> {
  // No frames, so axe need not judge them in a page of its own (legacy mode), nor list what is well.
  const { violations } = await new AxeBuilder({ page }).options({ resultTypes: ['violations'] }).setLegacyMode().analyze();
  const told = (node: (typeof violations)[number]['nodes'][number]) => `${node.html} (${node.any[0]?.message ?? ''})`;
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(told).join(' | ')}`)).toEqual([]);
}
