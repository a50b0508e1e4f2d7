import { fireEvent, render, screen } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { useMonthKeys } from './use-month-keys';
import type { ShownMonth } from './use-slots';

const open = ['2026-11-23', '2026-11-24', '2026-11-30'];

interface MonthProps {
  edge?: Partial<Pick<ShownMonth, 'isFirstMonth' | 'isLastMonth'>>;
  loading?: boolean;
  entry?: string;
  onMonth?: (by: number) => void;
}

function Month({ edge = {}, loading = false, entry = open[0], onMonth = () => undefined }: MonthProps) {
  const shown = { isFirstMonth: false, isLastMonth: false, ...edge, query: { isFetching: loading } } as ShownMonth;
  const { ref, onKeyDown } = useMonthKeys({ shown, open, entry, onMonth });
  return (
    <div role="presentation" ref={ref} onKeyDown={onKeyDown}>
      {open.map((date) => (
        <button key={date} data-date={date}>
          {date}
        </button>
      ))}
    </div>
  );
}

function press(date: string, key: string): void {
  const day = screen.getByRole('button', { name: date });
  day.focus();
  fireEvent.keyDown(day, { key });
}

describe('the keys of a month', () => {
  it('lead from one open day to another', () => {
    render(<Month />);
    press('2026-11-23', 'ArrowRight');
    expect(screen.getByRole('button', { name: '2026-11-24' })).toHaveFocus();
    press('2026-11-23', 'ArrowDown');
    expect(screen.getByRole('button', { name: '2026-11-30' })).toHaveFocus();
    press('2026-11-24', 'ArrowLeft');
    expect(screen.getByRole('button', { name: '2026-11-23' })).toHaveFocus();
  });

  it('change the month, up to the first and the last', () => {
    const onMonth = vi.fn();
    const { rerender } = render(<Month onMonth={onMonth} />);
    press('2026-11-23', 'PageDown');
    press('2026-11-23', 'PageUp');
    expect(onMonth.mock.calls).toEqual([[1], [-1]]);
    rerender(<Month onMonth={onMonth} edge={{ isFirstMonth: true, isLastMonth: true }} />);
    press('2026-11-23', 'PageDown');
    press('2026-11-23', 'PageUp');
    expect(onMonth).toHaveBeenCalledTimes(2);
  });

  it('keep the focus on a day once the other month is loaded', () => {
    const { rerender } = render(<Month />);
    press('2026-11-23', 'PageDown');
    rerender(<Month loading entry="2026-11-30" />);
    expect(screen.getByRole('button', { name: '2026-11-23' })).toHaveFocus();
    rerender(<Month entry="2026-11-30" />);
    expect(screen.getByRole('button', { name: '2026-11-30' })).toHaveFocus();
  });
});
