import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type axe from 'axe-core';
import { expect, type Page } from '@playwright/test';

declare global {
  interface Window {
    axe?: typeof axe;
  }
}

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Nothing on the page as it stands now is out of reach for anybody. */
export async function expectAccessible(page: Page): Promise<void> {
  // A page keeps axe while one goes from screen to screen; to read it in each time costs as much as to use it.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(source);
  const violations = await page.evaluate(async () => {
    if (!window.axe) throw new Error('axe is not there');
    // Preloading fetches every style sheet once more, for rules that are off; what is well need not be listed.
    const found = await window.axe.run(document, { preload: false, resultTypes: ['violations'] });
    return found.violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => `${node.html} (${node.any[0]?.message ?? ''})`).join(' | ')}`);
  });
  expect(violations).toEqual([]);
}
