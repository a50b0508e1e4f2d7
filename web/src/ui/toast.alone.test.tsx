import { act, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { AppProviders } from './AppProviders';
import { toast } from './toast';

const issue = 'Temporary server issue';
const pass = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds));
const shown = () => screen.queryAllByText(issue).length;

beforeEach(async () => {
  await Promise.all([import('@mantine/notifications'), vi.useFakeTimers({ shouldAdvanceTime: true })]);
  render(<AppProviders>{null}</AppProviders>);
});
afterEach(() => vi.useRealTimers());

it('a message that comes again stays for its whole time, and stands there once', async () => {
  toast.failed(issue);
  await vi.waitFor(() => expect(shown()).toBe(1));
  await pass(2000);
  toast.failed(issue);
  await pass(1500);
  expect(shown()).toBe(1);
  await pass(2000);
  expect(shown()).toBe(0);
});

it('a message of several calls that fail together is shown once', async () => {
  for (let calls = 0; calls < 3; calls++) toast.failed(issue);
  await vi.waitFor(() => expect(shown()).toBe(1));
  await pass(100);
  expect(shown()).toBe(1);
});
