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

async function violations(page: Page, options: axe.RunOptions): Promise<string[]> {
  // The page keeps axe across client-side navigation; loading it again would cost as much as a scan.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(source);
  return page.evaluate(async (wanted) => {
    if (!window.axe) throw new Error('axe is not there');
    /** The targets that are too small also in the middle of the window: what a bar half covers can be scrolled from under it. */
    const stillTooSmall = async (judge: typeof axe, nodes: axe.NodeResult[]): Promise<axe.NodeResult[]> => {
      const small: axe.NodeResult[] = [];
      for (const node of nodes) {
        const target = document.querySelector<HTMLElement>(String(node.target[0]));
        target?.scrollIntoView({ block: 'center', behavior: 'instant' });
        const again = await judge.run(target ?? document, { ...wanted, runOnly: { type: 'rule', values: ['target-size'] } });
        small.push(...again.violations.flatMap((violation) => violation.nodes));
      }
      return small;
    };
    // An open dialog is all that can be reached; the page behind it has been judged without it.
    const found = await window.axe.run(document.querySelector<HTMLElement>('[role=dialog][aria-modal=true]') ?? document, wanted);
    for (const violation of found.violations.filter(({ id }) => id === 'target-size')) {
      violation.nodes = await stillTooSmall(window.axe, violation.nodes);
    }
    return found.violations
      .filter(({ nodes }) => nodes.length > 0)
      .map(({ id, nodes }) => `${id}: ${nodes.map((node) => `${node.html} (${node.any[0]?.message ?? ''})`).join(' | ')}`);
  }, options);
}

// No preload: it fetches every style sheet again, only for rules that are off. Passing rules are not listed.
const quick: axe.RunOptions = { preload: false, resultTypes: ['violations'] };

/** What axe finds on the page as it is now: by the rules of WCAG 2.2, A and AA, and of good practice. */
export function accessibilityProblems(page: Page, without: readonly string[] = []): Promise<string[]> {
  // axe leaves out the size of targets (2.5.8) unless it is asked for.
  const rules = { 'target-size': { enabled: true }, ...Object.fromEntries(without.map((rule) => [rule, { enabled: false }])) };
  return violations(page, { ...quick, rules });
}

/** The problems that axe finds with its rules on colours. Its other rules check the document, which is the same in both colour schemes. */
export function colourProblems(page: Page): Promise<string[]> {
  return violations(page, { ...quick, runOnly: { type: 'rule', values: ['color-contrast', 'link-in-text-block'] } });
}

/** Expects that axe finds no accessibility problem on the page as it is now. */
export async function expectAccessible(page: Page): Promise<void> {
  expect(await accessibilityProblems(page)).toEqual([]);
}
