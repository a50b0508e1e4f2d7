import type { Page } from '@playwright/test';

declare global {
  interface Window {
    announced: string[];
  }
}

/**
 * Notes what a screen reader says by itself: text that changes in a live region, and alerts that appear. A polite region counts
 * only where it was on the page before its text: one that appears together with it stays silent in most readers.
 */
export async function listen(page: Page): Promise<() => Promise<string[]>> {
  await page.addInitScript(() => {
    window.announced = [];
    const regions = '[aria-live=polite], [aria-live=assertive], [role=status], [role=alert], [role=log]';
    const known = new WeakSet<Element>();
    new MutationObserver((changes) => {
      for (const { target, addedNodes, type } of changes) {
        const element = target instanceof Element ? target : target.parentElement;
        const region = element?.closest(regions);
        if (region && known.has(region))
          window.announced.push((type === 'characterData' ? region : (addedNodes[0] ?? region)).textContent?.trim() ?? '');
        for (const node of addedNodes) {
          if (!(node instanceof Element)) continue;
          const alerts = [...(node.matches('[role=alert]') ? [node] : []), ...node.querySelectorAll('[role=alert]')];
          window.announced.push(...alerts.map((alert) => alert.textContent?.trim() ?? ''));
        }
      }
      document.querySelectorAll(regions).forEach((region) => known.add(region));
    }).observe(document, { subtree: true, childList: true, characterData: true });
  });
  return () => page.evaluate(() => window.announced.filter(Boolean));
}
