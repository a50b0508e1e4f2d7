import { act, fireEvent, render, renderHook, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { usePullToRefresh } from './use-pull-to-refresh';

function touch(type: 'touchstart' | 'touchmove' | 'touchend', clientY: number) {
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
    return {
      refreshing: () => result.current.refreshing,
      pulled: () => result.current.pulled,
      pass: () => act(() => vi.advanceTimersByTime(2000)),
    };
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

  it('moves with the finger, as far as it has to go', () => {
    const { pulled } = started();
    touch('touchstart', 10);
    touch('touchmove', 55);
    expect(pulled()).toBe(0.5);
    touch('touchmove', 400);
    expect(pulled()).toBe(1);
    touch('touchmove', 5);
    expect(pulled()).toBe(0);
    touch('touchmove', 55);
    touch('touchend', 55);
    expect(pulled()).toBe(0);
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

function List({ dialog = false }: { dialog?: boolean }) {
  const { refreshing } = usePullToRefresh(() => undefined);
  return (
    <>
      <div data-testid="scroller">
        <p>{refreshing ? 'refreshing' : 'a post'}</p>
      </div>
      {dialog ? <div role="dialog">a post in full</div> : null}
    </>
  );
}

/** Drags one finger over an element, by these pixels. */
function drag(element: Element, { down, across = 0 }: { down: number; across?: number }): void {
  fireEvent.touchStart(element, { touches: [{ clientX: 100, clientY: 100 }], changedTouches: [{ clientX: 100, clientY: 100 }] });
  fireEvent.touchEnd(element, { touches: [], changedTouches: [{ clientX: 100 + across, clientY: 100 + down }] });
}

describe('pulling down over an element', () => {
  it('refreshes at the top', () => {
    render(<List />);
    drag(screen.getByText('a post'), { down: 120 });
    expect(screen.getByText('refreshing')).toBeVisible();
  });

  it.each([
    ['a short way', { down: 60 }],
    ['across', { down: 100, across: 150 }],
  ])('pulling %s does not refresh', (_how, way) => {
    render(<List />);
    drag(screen.getByText('a post'), way);
    expect(screen.queryByText('refreshing')).not.toBeInTheDocument();
  });

  it('does not refresh while a dialog is open', () => {
    render(<List dialog />);
    drag(screen.getByText('a post in full'), { down: 120 });
    expect(screen.queryByText('refreshing')).not.toBeInTheDocument();
  });

  it('does not refresh inside something that is scrolled down', () => {
    render(<List />);
    screen.getByTestId('scroller').scrollTop = 40;
    drag(screen.getByText('a post'), { down: 120 });
    expect(screen.queryByText('refreshing')).not.toBeInTheDocument();
  });

  it('two fingers do not refresh', () => {
    render(<List />);
    const element = screen.getByText('a post');
    const fingers = [
      { clientX: 100, clientY: 100 },
      { clientX: 150, clientY: 100 },
    ];
    fireEvent.touchStart(element, { touches: fingers, changedTouches: fingers });
    fireEvent.touchEnd(element, { touches: [], changedTouches: [{ clientX: 100, clientY: 260 }] });
    expect(screen.queryByText('refreshing')).not.toBeInTheDocument();
  });
});
