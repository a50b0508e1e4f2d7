import { act, cleanup, screen } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { http, renderAt, server, done } from '@/test';

afterEach(() => {
  cleanup();
  act(() => void window.dispatchEvent(new Event('online')));
});

describe('without a connection', () => {
  it.each(['/sign_in', '/search', '/information_center'])('%s says so, until it is back', async (path) => {
    server.use(
      http.get('*/api/search', () =>
        done({ providers: [], services: [], facets: null, corrected: null, fewer_words: false, next_cursor: null }),
      ),
    );
    renderAt(path);
    await screen.findByRole('main');
    expect(screen.queryByText(/^You’re offline/)).not.toBeInTheDocument();
    act(() => void window.dispatchEvent(new Event('offline')));
    expect(await screen.findByText('You’re offline. What you see may be out of date.')).toBeVisible();
    act(() => void window.dispatchEvent(new Event('online')));
    expect(screen.queryByText(/^You’re offline/)).not.toBeInTheDocument();
  });
});
