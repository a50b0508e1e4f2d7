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

/** Expects that axe finds no accessibility problem on the page as it is now. */
export async function expectAccessible(page: Page): Promise<void> {
  // The page keeps axe across client-side navigation; loading it again would cost as much as a scan.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(source);
  const violations = await page.evaluate(async () => {
    if (!window.axe) throw new Error('axe is not there');
    // No preload: it fetches every style sheet again, only for rules that are off. Passing rules are not listed.
    const found = await window.axe.run(document, { preload: false, resultTypes: ['violations'] });
    return found.violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => `${node.html} (${node.any[0]?.message ?? ''})`).join(' | ')}`);
  });
  expect(violations).toEqual([]);
}
