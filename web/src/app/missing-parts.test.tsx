import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { paths } from '@/routing';
import { done, failed, http, member, renderAt, server } from '@/test';

const user = userEvent.setup();
const nothing = { order: [], request: [] };
const alertsDown = 'Your alerts cannot be shown right now.';
const circleDown = 'Your circle cannot be shown right now.';
const alert = {
  notification_id: 'n1',
  notification_receiver_id: 'account-1',
  notification_text: 'A booking',
  notification_type: 'booking',
  notification_url: '/feed',
  name: 'Mara',
  username: 'mara',
  avatar: '',
  onboardProfile: true,
  status: 'active',
  created_date: '2026-03-01T10:00:00Z',
  count: 1,
};
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
  post_date: '2026-01-01T00:00:00Z',
  created_date: '2026-01-01T00:00:00Z',
  rating_all_avg: 4.5,
  rating_client_size: 2,
};

/** The circle is down until `comeBack`; the person of the tests is in it, and blocked. */
function circleAway() {
  const add: string[] = [];
  server.use(
    http.get('*/api/get_user_fav_data', () =>
      done({ interest_info: [], bookmark_info: [], blocks_info: [], missing: ['circle'] }, circleDown),
    ),
    http.post('*/api/count_page_view', () => done(null)),
    http.post('*/api/:call', ({ params }) => {
      add.push(String(params['call']));
      return done(null);
    }),
  );
  const comeBack = () =>
    server.use(
      http.get('*/api/get_user_fav_data', () =>
        done({
          interest_info: [{ provider_id: 'provider-1', trusted: true }],
          bookmark_info: [],
          blocks_info: [{ user_id: 'provider-1' }],
          missing: [],
        }),
      ),
    );
  return { add, comeBack };
}

describe('alerts that could not be fetched', () => {
  it('are not shown as none, and can be asked for again', async () => {
    server.use(
      http.get('*/api/get_user_alerts', () =>
        done({ alerts_list: [], unread: 0, next_cursor: null, bookings_list: nothing, missing: ['alerts'] }, alertsDown),
      ),
    );
    renderAt(paths.alerts, member);
    expect(await screen.findByText(alertsDown)).toBeVisible();
    expect(screen.queryByText('Nothing has happened yet', { exact: false })).not.toBeInTheDocument();
    server.use(
      http.get('*/api/get_user_alerts', () =>
        done({ alerts_list: [alert], unread: 1, next_cursor: null, bookings_list: nothing, missing: [] }),
      ),
    );
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText(/A booking/)).toBeVisible();
  });

  it('of a further page leave the first ones where they are', async () => {
    let isBack = false;
    server.use(
      http.get('*/api/get_user_alerts', ({ request }) => {
        const cursor = new URL(request.url).searchParams.get('cursor');
        const answer = (alerts_list: object[], missing: string[], next: string) => {
          const response = done(
            { alerts_list, unread: 2, next_cursor: null, bookings_list: nothing, missing },
            missing.length ? alertsDown : '',
          );
          if (next) response.headers.set('X-Next-Cursor', next);
          return response;
        };
        if (!cursor) return answer([alert], [], 'c2');
        return isBack
          ? answer([{ ...alert, notification_id: 'n2', notification_text: 'An older one' }], [], '')
          : answer([], ['alerts'], '');
      }),
    );
    renderAt(paths.alerts, member);
    const more = await screen.findByRole('button', { name: 'Show more' });
    await waitFor(() => expect(more).toBeEnabled());
    await user.click(more);
    const again = await screen.findByRole('button', { name: 'Try again' });
    expect(screen.getByText(/A booking/)).toBeVisible();
    isBack = true;
    await user.click(again);
    expect(await screen.findByText(/An older one/)).toBeVisible();
  });
});

describe('a circle that could not be fetched', () => {
  it('offers neither to add nor to remove nor to block on a page, but to ask again', async () => {
    const { add, comeBack } = circleAway();
    server.use(
      http.get('*/api/get_provider_profile', () =>
        done({
          account_data: {
            owner_id: 'provider-1',
            name: 'Mara Weiss',
            username: 'mara',
            email: '',
            avatar: '',
            media_name: 'none',
            bio: '',
            expertise: 'Physiotherapy',
            skills: '[]',
            languages: '[]',
            policy_perks: '[]',
            services: '[]',
            category: 'wellness',
            contact_phone: '',
            country: 'Germany-DE',
            city: 'Berlin',
            currency: 'EUR-DE',
            location_address: '',
            delivery_mode: 'remote',
            timezone: 'Europe/Berlin',
            onboardProfile: true,
            auto_verification: 'verified',
            manual_verification: 'unverified',
            trusted_by: 0,
          },
          rating_summary: { rating: 0, reviews: 0 },
        }),
      ),
      http.get('*/api/get_account_provider_services', () => done({ account_services: [] })),
      http.get('*/api/get_provider_appointment_window', () => failed(404)),
      http.get('*/api/get_available_slots', () => done({ days: [] })),
      http.get('*/api/get_trust_status/*', () => done({ trust_status: true })),
    );
    const { store } = renderAt('/p/mara', member);
    const again = await screen.findByRole('button', { name: 'In your circle? Try again' });
    expect(screen.queryByRole('button', { name: /(Add to|Remove from) circle/ })).not.toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: /Mara Weiss/ }));
    await user.click(await screen.findByRole('menuitem', { name: 'Blocked? Try again' }));
    expect(add).toEqual([]);
    // A call that is under way is not sent a second time.
    await waitFor(() => expect(Object.values(store.getState().api.queries).map((query) => query?.status)).not.toContain('pending'));
    comeBack();
    await waitFor(() => expect(again).toBeEnabled());
    await user.click(again);
    expect(await screen.findByRole('button', { name: 'Remove from circle' })).toBeVisible();
  });
});

describe('the item of a report', () => {
  const open = async () => {
    server.use(http.get('*/api/get_feed_post/p1', () => done(post)));
    renderAt('/feed?dialog=report_post&post=p1', member);
    return screen.findByRole('dialog', { name: 'Report' });
  };
  const serve = (missing: string[], main_msg: string) =>
    server.use(
      http.get('*/api/get_profile_posts_and_appointments/*', () =>
        done({ provider_posts: [], next_cursor: null, appointments_with_provider: [], missing }, main_msg),
      ),
    );

  it('says that appointments could not be fetched, not that there are none', async () => {
    serve(['appointments'], 'Your appointments cannot be shown right now.');
    const dialog = await open();
    await user.click(await within(dialog).findByRole('radio', { name: 'Appointments' }));
    expect(await within(dialog).findByText('Your appointments cannot be shown right now.')).toBeVisible();
    serve([], '');
    await user.click(within(dialog).getByRole('button', { name: 'Try again' }));
    await waitFor(() => expect(within(dialog).queryByText(/cannot be shown/)).not.toBeInTheDocument());
  });

  it('says that the other posts could not be fetched', async () => {
    serve(['posts'], 'The posts cannot be shown right now.');
    const dialog = await open();
    expect(await within(dialog).findByText('The posts cannot be shown right now.')).toBeVisible();
    expect(within(dialog).getByText('Miracles for money')).toBeVisible();
    expect(within(dialog).getByRole('button', { name: 'Try again' })).toBeVisible();
  });

  it('lets nobody block whose state is unknown', async () => {
    const { add } = circleAway();
    serve([], '');
    const dialog = await open();
    expect(await within(dialog).findByRole('button', { name: 'Blocked? Try again' })).toBeVisible();
    expect(within(dialog).queryByRole('button', { name: 'Block' })).not.toBeInTheDocument();
    await user.click(within(dialog).getByRole('button', { name: 'Blocked? Try again' }));
    expect(add).toEqual([]);
  });
});
