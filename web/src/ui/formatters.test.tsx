import { act, render, screen } from '@testing-library/react';
import { expect, it, onTestFinished, vi } from 'vitest';
import { TimeAgo } from './formatters';

it('a relative time goes on while one looks', () => {
  vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'], now: new Date('2026-03-02T10:00:00Z') });
  onTestFinished(() => void vi.useRealTimers());
  render(<TimeAgo instant="2026-03-02T09:58:00Z" />);
  expect(screen.getByText('a few seconds ago')).toBeVisible();
  act(() => void vi.advanceTimersByTime(10 * 60_000));
  expect(screen.getByText('12 minutes ago')).toBeVisible();
});
