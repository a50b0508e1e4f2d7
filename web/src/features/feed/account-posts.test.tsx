import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { done, failed, http, renderAt, server } from '@/test';

const account = {
  owner_id: 'provider-1',
  name: 'Mara Weiss',
  username: 'mara',
  expertise: 'Physiotherapy',
  bio: '',
  country: 'Germany-DE',
  city: 'Berlin',
  skills: '[]',
  languages: '[]',
  policy_perks: '[]',
  services: '[]',
  location_address: '',
  delivery_mode: 'remote',
  timezone: 'UTC',
};
const post = {
  post_id: 'p1',
  post_type: 'post',
  owner_id: 'provider-1',
  name: 'Mara Weiss',
  username: 'mara',
  avatar: '',
  expertise: 'Physiotherapy',
  post_brief: 'Five minutes for your back',
  repost_brief: '',
  media_name: 'none',
  status: 'active',
  post_active: 'now',
  post_date: '',
  rating_all_avg: 0,
  rating_client_size: 0,
};

async function openPosts() {
  server.use(
    http.get('*/api/get_provider_profile', () => done({ account_data: account, rating_summary: { rating: 0, reviews: 0 } })),
    http.get('*/api/get_account_provider_services', () => done({ account_services: [] })),
    http.get('*/api/get_provider_appointment_window', () => failed(404)),
    http.get('*/api/get_available_slots', () => done({ days: [] })),
  );
  renderAt('/p/mara');
  await userEvent.click(await screen.findByRole('tab', { name: 'Posts' }));
}

describe("a provider's posts", () => {
  it('are shown on the page, without those that are not out', async () => {
    const drafts = [
      { ...post, post_id: 'p2', post_brief: 'A draft', status: 'draft', post_active: 'draft' },
      { ...post, post_id: 'p3', post_brief: 'Put away', status: 'archived' },
      { ...post, post_id: 'p4', post_brief: 'For tomorrow', post_active: 'schedule', post_date: '2999-01-01T00:00:00Z' },
    ];
    server.use(http.get('*/api/get_profile_posts/provider-1', () => done([...drafts, post])));
    await openPosts();
    expect(await screen.findByText('Five minutes for your back')).toBeVisible();
    expect(screen.getAllByRole('article')).toHaveLength(1);
  });

  it('may be none', async () => {
    server.use(http.get('*/api/get_profile_posts/provider-1', () => done([])));
    await openPosts();
    expect(await screen.findByText('There are no posts here yet.')).toBeVisible();
  });

  it('can be asked for again when they did not load', async () => {
    server.use(http.get('*/api/get_profile_posts/provider-1', () => failed(503, 'Temporary server issue')));
    await openPosts();
    const retry = await screen.findByRole('button', { name: 'Try again' });
    server.use(http.get('*/api/get_profile_posts/provider-1', () => done([post])));
    await userEvent.click(retry);
    expect(await screen.findByText('Five minutes for your back')).toBeVisible();
  });
});
