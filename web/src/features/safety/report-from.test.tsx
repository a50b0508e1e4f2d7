import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { done, failed, http, member, provider, renderAt, server } from '@/test';
import type { SessionData } from '@/api';

const user = userEvent.setup();
const at = '2026-03-02T09:00:00Z';
const post = {
  post_id: 'p1',
  post_type: 'post',
  owner_id: 'provider-1',
  name: 'Mara Weiss',
  username: 'mara',
  avatar: '',
  expertise: 'Physiotherapy',
  post_brief: 'Miracles for money',
  repost_brief: '',
  media_name: 'none',
  status: 'active',
  post_active: 'now',
  post_date: at,
  created_date: at,
  rating_all_avg: 4.5,
  rating_client_size: 2,
  tags: '[]',
  post_audience: 'all',
  post_mature: 'no',
  comment_count: 1,
  repost_count: 0,
  bookmark_count: 0,
  category: 'wellness',
  proxy_owner_id: '',
  proxy_owner_name: '',
  proxy_owner_username: '',
  proxy_owner_avatar: '',
  original_post_id: '',
  manual_verification: 'unverified',
  onboardProfile: true,
};
const comment = (over: object = {}) => ({
  post_comments_id: 'c1',
  post_id: 'p1',
  owner_id: 'olu',
  comment: 'You fool',
  avatar: '',
  username: 'olu',
  name: 'Olu',
  onboardProfile: false,
  created_date: at,
  ...over,
});
const account = {
  owner_id: 'provider-1',
  name: 'Mara Weiss',
  username: 'mara',
  email: '',
  avatar: '',
  media_name: 'none',
  bio: 'Backs.',
  expertise: 'Physiotherapy',
  skills: '[]',
  languages: '[]',
  policy_perks: '[]',
  services: '[]',
  category: 'wellness',
  contact_phone: '',
  country: 'Spain-ES',
  city: 'Madrid',
  currency: 'EUR-ES',
  location_address: '',
  delivery_mode: 'remote',
  timezone: 'Europe/Madrid',
  onboardProfile: true,
  auto_verification: 'verified',
  manual_verification: 'unverified',
  trusted_by: 0,
};
const booking = (over: object) => ({
  order_id: 'o1',
  provider_id: provider.ownerId,
  owner_id: 'client-1',
  user_category: 'active',
  name: 'Ivo Marin',
  email: '',
  guest_name: '',
  guest_email: '',
  username: '',
  avatar: '',
  onboardProfile: false,
  brief: 'Hello',
  services: '[]',
  request_status: 'cancelled',
  complete_status: 'cancelled',
  rating: null,
  feedback: '',
  rating_status: 'pending',
  created_date: at,
  provider_start_time: at,
  provider_end_time: '2026-03-02T10:00:00Z',
  client_start_time: at,
  client_end_time: '2026-03-02T10:00:00Z',
  duration: 60,
  total_cost: 0,
  total_currency: 'EUR',
  total_duration: 60,
  delivery_mode: 'remote',
  delivery_location: '',
  session_time: '[]',
  ...over,
});

let sent: unknown[];
let pages: Record<string, object>;

beforeEach(() => {
  sent = [];
  pages = { '': { provider_posts: [post], appointments_with_provider: [], next_cursor: null } };
  server.use(
    http.post('*/api/report_user_account', async ({ request }) => {
      sent.push(await request.json());
      return done({ report_id: 'r1' });
    }),
    http.get('*/api/get_profile_posts_and_appointments/*/*', ({ request }) =>
      done(pages[new URL(request.url).searchParams.get('cursor') ?? '']),
    ),
  );
});

const reportDialog = async () => within(await screen.findByRole('dialog', { name: 'Report' }));

/** Goes from the chosen thing to the end, and sends. */
async function finish() {
  const dialog = await reportDialog();
  const press = (name: string) => user.click(dialog.getByRole('button', { name }));
  await press('Continue');
  await user.click(await dialog.findByRole('radio', { name: 'Abuse & Harassment' }));
  await press('Continue');
  await press('Skip');
  await press('Submit Report');
  expect(await dialog.findByText('Your report was successfuly submitted')).toBeVisible();
}

describe('from a provider’s page', () => {
  beforeEach(() =>
    server.use(
      http.get('*/api/get_provider_profile', () => done({ account_data: account, rating_summary: { rating: 0, reviews: 0 } })),
      http.get('*/api/get_account_provider_services', () => done({ account_services: [] })),
      http.get('*/api/get_provider_appointment_window', () => failed(404)),
      http.get('*/api/get_available_slots', () => done({ days: [] })),
      http.get('*/api/get_trust_status/*', () => done({ trust_status: 'no' })),
      http.get('*/api/get_ratings_info/*', () =>
        done({ ratings_data: [], rating_summary: { rating: 0, reviews: 0, stars: {} }, next_cursor: null }),
      ),
    ),
  );

  async function open(session?: SessionData) {
    renderAt('/p/mara', session);
    await user.click(await screen.findByRole('button', { name: 'Options for Mara Weiss' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Report' }));
  }

  it('one of its posts is chosen, also from a further page', async () => {
    pages = {
      '': { provider_posts: [post], appointments_with_provider: [], next_cursor: 'older' },
      older: {
        provider_posts: [{ ...post, post_id: 'p9', post_brief: 'An older miracle' }],
        appointments_with_provider: [],
        next_cursor: null,
      },
    };
    await open(member);
    const dialog = await reportDialog();
    await user.click(dialog.getByRole('button', { name: 'Continue' }));
    expect(await screen.findByText('Select a post or an appointment')).toBeVisible();
    await user.click(await dialog.findByRole('button', { name: 'Show more' }));
    await user.click(await dialog.findByRole('radio', { name: /^An older miracle/ }));
    expect(dialog.queryByRole('button', { name: 'Show more' })).not.toBeInTheDocument();
    await finish();
    expect(sent).toEqual([expect.objectContaining({ iv_user_id: 'provider-1', iv_report_type: 'posts', iv_report_issue_id: 'p9' })]);
  });

  it('an account without posts or appointments is reported as a whole', async () => {
    pages = { '': { provider_posts: [], appointments_with_provider: [], next_cursor: null } };
    await open(member);
    const dialog = await reportDialog();
    expect(await dialog.findByText('This account has no posts.')).toBeVisible();
    await user.click(dialog.getByRole('radio', { name: 'Account' }));
    await finish();
    expect(sent).toEqual([
      expect.objectContaining({ iv_user_id: 'provider-1', iv_report_type: 'accounts', iv_report_issue_id: 'provider-1' }),
    ]);
  });

  it('a guest learns that it needs an account', async () => {
    await open();
    expect(await screen.findByText('You need to sign in or create an account to be able to use this function')).toBeVisible();
    expect(screen.queryByRole('dialog', { name: 'Report' })).not.toBeInTheDocument();
  });
});

describe('from a comment', () => {
  const opened = '/feed?autoView=post_comment&autoActivePost=p1';
  beforeEach(() =>
    server.use(
      http.get('*/api/get_feed_post/p1', () => done(post)),
      http.get('*/api/get_feed_post_comment_and_repost_history/p1', () =>
        done({
          all_reposts: [],
          comments: [comment(), comment({ post_comments_id: 'c2', owner_id: member.ownerId, name: 'Ada Lovelace' })],
          may_comment: true,
          next_cursor: null,
        }),
      ),
    ),
  );

  it('its author is reported, and one’s own has no flag', async () => {
    renderAt(opened, member);
    await user.click(await screen.findByRole('button', { name: 'Report the comment of Olu' }));
    expect(screen.queryByRole('button', { name: 'Report the comment of Ada Lovelace' })).not.toBeInTheDocument();
    const dialog = await reportDialog();
    expect(dialog.getByRole('radio', { name: /^You fool/ })).toBeChecked();
    await finish();
    expect(sent).toEqual([expect.objectContaining({ iv_user_id: 'olu', iv_report_type: 'comments', iv_report_issue_id: 'c1' })]);
  });

  it('a guest learns that it needs an account', async () => {
    renderAt(opened);
    await user.click(await screen.findByRole('button', { name: 'Report the comment of Olu' }));
    expect(await screen.findByText('You need to sign in or create an account to be able to use this function')).toBeVisible();
  });
});

describe('from a review', () => {
  it('its author is reported; a guest’s review has no account to report', async () => {
    const review = (over: object) => ({
      rating: 1,
      name: 'Ivo Marek',
      avatar: '',
      feedback: 'You fool',
      created_date: at,
      review_id: 'o7',
      owner_id: 'ivo',
      ...over,
    });
    server.use(
      http.get('*/api/get_ratings_info/:ownerId', () =>
        done({
          ratings_data: [review({}), review({ name: 'Gus Guest', review_id: '', owner_id: '' })],
          rating_summary: { rating: 1, reviews: 2, stars: { 1: 2, 2: 0, 3: 0, 4: 0, 5: 0 } },
          next_cursor: null,
        }),
      ),
    );
    renderAt('/my_ratings', provider);
    await user.click(await screen.findByRole('button', { name: 'Report the review of Ivo Marek' }));
    expect(screen.queryByRole('button', { name: 'Report the review of Gus Guest' })).not.toBeInTheDocument();
    await finish();
    expect(sent).toEqual([expect.objectContaining({ iv_user_id: 'ivo', iv_report_type: 'reviews', iv_report_issue_id: 'o7' })]);
  });
});

describe('from a booking', () => {
  const lists = (order: unknown[], request: unknown[]) =>
    server.use(http.get('*/api/get_booking_info', () => done({ bookings_list: { order, request } })));
  const opened = '/schedule_manager/cancelled_requests?dialog=booking&booking=o1';

  it.each([
    ['the provider reports the client', provider, 'client-1', () => lists([booking({})], [])],
    [
      'the client reports the provider',
      member,
      'provider-9',
      () => lists([], [booking({ provider_id: 'provider-9', owner_id: member.ownerId })]),
    ],
  ] as const)('%s', async (_, session, reported, given) => {
    given();
    renderAt(opened, session);
    await user.click(await screen.findByRole('button', { name: 'Report this appointment' }));
    await finish();
    expect(sent).toEqual([expect.objectContaining({ iv_user_id: reported, iv_report_type: 'appointments', iv_report_issue_id: 'o1' })]);
  });

  it('a guest has no account to report', async () => {
    lists([booking({ user_category: 'guest', owner_id: '' })], []);
    renderAt(opened, provider);
    await screen.findByRole('dialog');
    await waitFor(() => expect(screen.getByText('Hello')).toBeVisible());
    expect(screen.queryByRole('button', { name: 'Report this appointment' })).not.toBeInTheDocument();
  });
});
