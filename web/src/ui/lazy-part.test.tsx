import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Suspense } from 'react';
import { MantineProvider } from '@mantine/core';
import { expect, it, vi } from 'vitest';
import { http, HttpResponse, server } from '@/test';
import { lazyPart } from './lazy-part';

it('a part that does not arrive says so in its place, and is asked for again', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  server.use(http.get('*/index.html', () => HttpResponse.html('')));
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
  let isBack = false;
  const Part = lazyPart(() =>
    isBack ? Promise.resolve({ default: ({ name }: { name: string }) => <p>{name} is here</p> }) : Promise.reject(new Error('gone')),
  );
  render(
    <MantineProvider>
      <Suspense>
        <Part name="The dialog" />
      </Suspense>
    </MantineProvider>,
  );
  await act(() => vi.advanceTimersByTimeAsync(7000));
  vi.useRealTimers();
  expect(await screen.findByRole('alert')).toHaveTextContent('This part did not load.');
  isBack = true;
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('The dialog is here')).toBeVisible();
});
