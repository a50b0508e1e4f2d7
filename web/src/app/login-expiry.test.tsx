import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { selectSession } from '@/api';
import { paths } from '@/routing';
import { done, failed, http, member, renderAt, server } from '@/test';

const expired = /your login has expired or was ended on another device/;

describe('a login that is over', () => {
  it('clears the session and asks to sign in when the login check says 422', async () => {
    server.use(http.get('*/api/check_active_login', () => failed(422)));
    const { place, store } = renderAt(paths.feed, member);
    await waitFor(() => expect(place()).toBe(paths.signIn));
    expect(selectSession(store.getState()).isAuthenticated).toBe(false);
    expect(localStorage.getItem('session_data')).toBeNull();
    expect(localStorage.getItem('access_token')).toBeNull();
    expect(await screen.findByText(expired)).toBeVisible();
  });

  it.each([
    ['/feed?category=wellness', '*/api/get_feed_posts'],
    ['/p/mara_weiss', '*/api/get_provider_profile'],
    ['/search?q=yoga', '*/api/search'],
  ])('asks to sign in, and leads back to %s, where the screen’s own call finds it over', async (at, call) => {
    server.use(
      http.get(call, () => failed(422)),
      http.get('*/api/check_active_login', () => failed(422)),
    );
    const { place, router } = renderAt(at, member);
    await waitFor(() => expect(place()).toBe(paths.signIn));
    expect(await screen.findByText(expired)).toBeVisible();
    await waitFor(() => expect(router.state.location.state).toEqual({ from: at }));
  });

  it('says so where the token ran out on the device, and leads back', async () => {
    const { place, router } = renderAt('/feed', { ...member, accessTokenExpiry: '2020-01-01T00:00:00Z' });
    await waitFor(() => expect(place()).toBe(paths.signIn));
    expect(await screen.findByText(expired)).toBeVisible();
    await waitFor(() => expect(router.state.location.state).toEqual({ from: '/feed' }));
  });

  it('leads home after a 401 of another call', async () => {
    server.use(http.get('*/api/get_user_alerts', () => failed(401)));
    const { place } = renderAt(paths.alerts, member);
    await waitFor(() => expect(place()).toBe(paths.home));
    expect(localStorage.getItem('session_data')).toBeNull();
  });

  it('keeps the refreshed token of the login check, which says how the device reads times', async () => {
    let asked = new URLSearchParams();
    const refreshed_access_token = { access_token: 'fresh', access_token_expiry: '2999-02-02T00:00:00Z' };
    server.use(
      http.get('*/api/check_active_login', ({ request }) => {
        asked = new URL(request.url).searchParams;
        return done({ refreshed_access_token, session_data: { ...member, name: 'Ada King' } });
      }),
    );
    renderAt(paths.feed, member);
    await waitFor(() => expect(localStorage.getItem('access_token')).toBe('fresh'));
    expect(localStorage.getItem('session_data')).toContain('Ada King');
    expect(Object.fromEntries(asked)).toEqual({ timezone: new Intl.DateTimeFormat().resolvedOptions().timeZone, hour_cycle: 'h12' });
  });
});

describe('a server out of reach', () => {
  it('is told by a toast and by the list itself, which can be asked again', async () => {
    server.use(http.get('*/api/get_feed_posts', () => failed(503)));
    renderAt(paths.feed);
    expect(await screen.findByRole('button', { name: 'Try again' })).toBeVisible();
    await waitFor(() => expect(screen.getAllByText('Temporary server issue').length).toBe(2));
  });
});
