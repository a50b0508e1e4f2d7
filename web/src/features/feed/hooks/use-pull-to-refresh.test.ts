import { act, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { usePullToRefresh } from './use-pull-to-refresh';

function touch(type: 'touchstart' | 'touchend', clientY: number) {
  const fingers = [{ clientY }];
  act(() => void window.dispatchEvent(Object.assign(new Event(type), { touches: fingers, changedTouches: fingers })));
}

function pull(by: number) {
  touch('touchstart', 10);
  touch('touchend', 10 + by);
}

describe('pulling down', () => {
  const reload = vi.fn();
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => {
    vi.useRealTimers();
    reload.mockReset();
    Object.assign(window, { scrollY: 0 });
  });
  const started = () => {
    const { result } = renderHook(() => usePullToRefresh(reload));
    return { refreshing: () => result.current, pass: () => act(() => vi.advanceTimersByTime(2000)) };
  };

  it('reloads once after two seconds, however often one pulls', () => {
    const { refreshing, pass } = started();
    pull(90);
    expect(refreshing()).toBe(true);
    pull(200);
    expect(reload).not.toHaveBeenCalled();
    pass();
    expect(reload).toHaveBeenCalledOnce();
    expect(refreshing()).toBe(false);
  });

  it('does nothing when the finger travels less than 90 pixels, or the page is not at its top', () => {
    const { refreshing, pass } = started();
    pull(89);
    Object.assign(window, { scrollY: 1 });
    pull(300);
    expect(refreshing()).toBe(false);
    pass();
    expect(reload).not.toHaveBeenCalled();
  });
});
