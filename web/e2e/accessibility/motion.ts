import type { Page } from '@playwright/test';

/** Names whatever moves for longer than `allowed` milliseconds. */
function longMotion(allowed: number): string[] {
  const { nameOf } = window.pageTools;
  const longest = (times: string) =>
    Math.max(...times.split(',').map((time) => parseFloat(time) * (time.trim().endsWith('ms') ? 1 : 1000)));
  const styled = [document.documentElement, ...document.body.querySelectorAll('*')].flatMap((element) => {
    const { animationName, animationDuration, transitionProperty, transitionDuration, scrollBehavior } = getComputedStyle(element);
    const isLong =
      (animationName !== 'none' && longest(animationDuration) > allowed) ||
      (transitionProperty !== 'none' && longest(transitionDuration) > allowed);
    return isLong || (allowed === 0 && scrollBehavior === 'smooth') ? [`moves for long: ${nameOf(element)}`] : [];
  });
  const running = document.getAnimations().flatMap(({ effect, playState }) => {
    const { duration } = effect?.getComputedTiming() ?? {};
    return playState === 'running' && typeof duration === 'number' && duration > Math.max(allowed, 1)
      ? [`an animation of ${duration} ms runs`]
      : [];
  });
  return [...styled, ...running];
}

/** What moves although less motion is wanted. tokens.css ends every animation within this time, so that its end is still announced. */
export async function motionProblems(page: Page): Promise<string[]> {
  return page.evaluate(longMotion, 0.02);
}
