import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { failed, http, member, provider, renderAt, server } from '@/test';
import { paths } from './paths';

async function arrivesAt(from: string, to: string, session?: typeof member) {
  const { place } = renderAt(from, session);
  await waitFor(() => expect(place()).toBe(to));
}

describe('guards', () => {
  it.each([
    paths.alerts,
    paths.message,
    paths.mySettings,
    paths.blockedAccounts,
    paths.changePassword,
    '/schedule_manager/pending_requests',
    paths.onboardUsername,
    paths.accountBasicInfo,
  ])('sends a guest from %s to sign in', (path) => arrivesAt(path, paths.signIn));

  it('sends a non-provider from a provider route to their profile', () =>
    arrivesAt(paths.appointmentFinanceSettings, paths.myProfile, member));

  it.each([
    ['a client', member],
    ['a provider', provider],
  ])('sends %s from the staff pages to the feed', (_who, session) => arrivesAt('/staff/reports', paths.feed, session));

  it('sends a guest from the staff pages to sign in', () => arrivesAt('/staff/reports', paths.signIn));

  it('sends a provider from the client-only route to the feed', () => arrivesAt(paths.myProfile, paths.feed, provider));

  it.each([paths.home, paths.mobileHome, paths.signIn, paths.signUp, paths.forgotPassword, '/reset_password/x'])(
    'sends somebody signed in from %s to the feed',
    (path) => arrivesAt(path, paths.feed, member),
  );

  it('sends somebody signed in from the guest order to their reviews', () =>
    arrivesAt('/guest_client/schedule_manager/pending_requests/o1', '/schedule_manager/pending_review', member));

  it('leads from finished username onboarding to the provider step', () =>
    arrivesAt(paths.onboardUsername, paths.onboardServiceProvider, { ...member, onboardUsername: true }));

  it('leads from finished profile onboarding to the account', () => {
    server.use(http.get('*/api/get_provider_profile', () => failed(503)));
    return arrivesAt(paths.onboardServiceProvider, paths.myAccount, provider);
  });

  it('leads from the start to the landing page', () => arrivesAt(paths.start, paths.home));
});

describe('unknown addresses', () => {
  it.each(['/no/such/page', '/schedule_manager/nonsense'])('show the not-found page with a way back to the feed: %s', async (path) => {
    renderAt(path, member);
    expect(await screen.findByText('This page does exist.')).toBeVisible();
    expect(screen.getByRole('link', { name: 'Back to site' })).toHaveAttribute('href', paths.feed);
  });
});
