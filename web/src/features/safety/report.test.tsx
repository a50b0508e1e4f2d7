import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import english from '@/i18n/en/safety.json';
import { done, failed, http, member, provider, refused, renderAt, server } from '@/test';
import reference from '@contracts/reference.json';
import { concerns } from './concerns';

const user = userEvent.setup();
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
const other = { ...post, post_id: 'p2', post_brief: 'More miracles' };
const appointment = { order_id: 'o1', client_start_time: '2026-03-02T09:00:00Z', request_status: 'completed' };

beforeEach(() => {
  server.use(
    http.get('*/api/get_feed_post/p1', () => done(post)),
    http.get('*/api/get_profile_posts_and_appointments/provider-1/account-1', () =>
      done({ provider_posts: [other, post], appointments_with_provider: [appointment] }),
    ),
  );
});

function filing(answer: () => Response = () => done({ report_id: 'r1' }, 'Your report was successfuly submitted')) {
  const sent: unknown[] = [];
  server.use(
    http.post('*/api/report_user_account', async ({ request }) => {
      sent.push(await request.json());
      return answer() as ReturnType<typeof done>;
    }),
  );
  return sent;
}

async function openReport() {
  const app = renderAt('/feed?dialog=report_post&post=p1', member);
  const dialog = await screen.findByRole('dialog', { name: 'Report' });
  await within(dialog).findByText('More miracles');
  return { ...app, dialog, press: (name: string) => user.click(within(dialog).getByRole('button', { name })) };
}

const fraud = reference.report_concerns.find(({ title }) => title === 'Fraud & Scams');

describe('blocking from the report', () => {
  it('says nothing when it fails', async () => {
    server.use(http.post('*/api/add_to_block', () => failed(503)));
    const { dialog, press } = await openReport();
    await press('Block');
    await waitFor(() => expect(within(dialog).getByRole('button', { name: 'Block' })).toBeEnabled());
    expect(screen.queryByText('Temporary server issue')).not.toBeInTheDocument();
  });

  it('takes the account into the blocked ones and out again', async () => {
    let blocks: object[] = [];
    server.use(
      http.get('*/api/get_user_fav_data', () => done({ interest_info: [], bookmark_info: [], blocks_info: blocks })),
      http.post('*/api/add_to_block', () => {
        blocks = [{ user_id: 'provider-1' }];
        return done({ block_info: { user_id: 'provider-1' } });
      }),
      http.post('*/api/remove_from_block', () => {
        blocks = [];
        return done({ user_id: 'provider-1' });
      }),
    );
    const { dialog, press } = await openReport();
    await press('Block');
    expect(await screen.findByText('Account was successfully blocked')).toBeVisible();
    await waitFor(() => expect(within(dialog).getByRole('button', { name: 'Unblock' })).toBeEnabled());
    await press('Unblock');
    expect(await screen.findByText('Account was successfully unblocked')).toBeVisible();
    expect(await within(dialog).findByRole('button', { name: 'Block' })).toBeVisible();
  });
});

describe('reporting a post', () => {
  it('knows the concerns of the reference data, in their order', () => {
    expect(concerns.map((key) => ({ key, ...english.concern[key] }))).toEqual(reference.report_concerns);
  });

  it('goes from what and why to a summary, and sends it', async () => {
    const sent = filing();
    const { dialog, press } = await openReport();
    expect(within(dialog).getByText('Mara Weiss')).toBeVisible();
    expect(within(dialog).getByText('4.5 out of 5 from 2 reviews')).toBeVisible();
    expect(within(dialog).getByRole('radio', { name: /^Miracles/ })).toBeChecked();
    await press('Continue');
    await press('Continue');
    expect(await screen.findByText('You need to select at least 1 concern')).toBeVisible();
    await user.click(within(dialog).getByRole('radio', { name: 'Fraud & Scams' }));
    await press('Continue');
    await press('Skip');
    expect(within(dialog).getByText(english.post)).toBeVisible();
    expect(within(dialog).getByText('Miracles for money')).toBeVisible();
    expect(within(dialog).getByText('No additional details was provided')).toBeVisible();
    await press('Submit Report');
    expect(await within(dialog).findByText('Your report was successfuly submitted')).toBeVisible();
    expect(sent).toEqual([
      {
        iv_user_id: 'provider-1',
        iv_report_type: 'posts',
        iv_report_issue_id: 'p1',
        iv_report_title: 'Fraud & Scams',
        iv_report_details: fraud?.details,
        iv_report_additional: 'No additional details was provided',
      },
    ]);
    await press('Done');
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  });

  it('can be about another post or an appointment, with details of a certain length', async () => {
    const sent = filing();
    const { dialog, press } = await openReport();
    await user.click(within(dialog).getByRole('radio', { name: /^More/ }));
    await user.click(within(dialog).getByRole('radio', { name: 'Appointments' }));
    // The post is hidden and therefore not reported.
    await press('Continue');
    expect(await screen.findByText('Select a post or an appointment')).toBeVisible();
    await user.click(await within(dialog).findByRole('radio', { name: /2 March 2026|March 2, 2026/ }));
    await press('Continue');
    await user.click(within(dialog).getByRole('radio', { name: 'Child Safety' }));
    await press('Continue');
    await user.type(within(dialog).getByLabelText(/^Additional details/), 'ab');
    await press('Continue');
    expect(await within(dialog).findByText('The text length required for must be between 3 and 500')).toBeVisible();
    await user.type(within(dialog).getByLabelText(/^Additional details/), 'c');
    await press('Continue');
    await press('Back');
    expect(within(dialog).getByLabelText(/^Additional details/)).toHaveValue('abc');
    await press('Continue');
    expect(within(dialog).getByText(english.appointment)).toBeVisible();
    expect(within(dialog).getByText(/2 March 2026|March 2, 2026/)).toBeVisible();
    await press('Submit Report');
    await waitFor(() =>
      expect(sent).toEqual([
        expect.objectContaining({
          iv_report_type: 'appointments',
          iv_report_issue_id: 'o1',
          iv_report_title: 'Child Safety',
          iv_report_additional: 'abc',
        }),
      ]),
    );
  });

  it('loses nothing when it is refused', async () => {
    filing(() => refused('There is no such account.'));
    const { dialog, press } = await openReport();
    await press('Continue');
    await user.click(within(dialog).getByRole('radio', { name: 'Hate Speech' }));
    await press('Continue');
    await press('Skip');
    await press('Submit Report');
    expect(await within(dialog).findByText('There is no such account.')).toBeVisible();
    expect(within(dialog).getByText('Hate Speech')).toBeVisible();
  });

  it('is possible when nothing else of the provider loads', async () => {
    server.use(http.get('*/api/get_profile_posts_and_appointments/*/*', () => failed(503)));
    renderAt('/feed?dialog=report_post&post=p1', member);
    expect(await screen.findByRole('radio', { name: /^Miracles/ })).toBeChecked();
    await user.click(screen.getByRole('radio', { name: 'Appointments' }));
    expect(await within(screen.getByRole('dialog')).findByRole('button', { name: 'Try again' })).toBeVisible();
  });

  it('is not asked about a post of one’s own', async () => {
    server.use(http.get('*/api/get_feed_post/p1', () => done({ ...post, owner_id: member.ownerId })));
    renderAt('/feed?dialog=report_post&post=p1', member);
    const dialog = await screen.findByRole('dialog', { name: 'Report' });
    expect(await within(dialog).findByText(english.own)).toBeVisible();
    expect(within(dialog).queryByRole('button', { name: 'Continue' })).not.toBeInTheDocument();
  });

  it('is told where the post is gone', async () => {
    server.use(http.get('*/api/get_feed_post/p1', () => failed(404, 'This post does not exist.')));
    renderAt('/feed?dialog=report_post&post=p1', member);
    expect(await screen.findByText('This post does not exist.')).toBeVisible();
    // A retry would find nothing either.
    expect(screen.queryByRole('button', { name: 'Try again' })).not.toBeInTheDocument();
  });
});

/** A server that keeps one blocked guest until it is told to let them go. */
function serverWithGuest() {
  let guests = [{ block_id: 'block-1', name: 'Gus Guest', blocked_date: '2026-11-20T10:00:00Z' }];
  server.use(
    http.get('*/api/get_blocked_accounts', () => done([])),
    http.get('*/api/get_blocked_guests', () => done({ guests, next_cursor: null })),
    http.post('*/api/unblock_guest', () => {
      guests = [];
      return done({ block_id: 'block-1' }, 'The guest is no longer blocked.');
    }),
  );
}

describe('the guests whom a provider blocks', () => {
  it('are listed without an address, and can be let in again', async () => {
    serverWithGuest();
    renderAt('/blocked_accounts', provider);
    const section = await screen.findByRole('region', { name: 'Blocked guests' });
    expect(await within(section).findByText('Gus Guest')).toBeVisible();
    await userEvent.setup().click(within(section).getByRole('button', { name: 'Unblock Gus Guest' }));
    await waitFor(() => expect(within(section).queryByText('Gus Guest')).toBeNull());
    expect(within(section).getByText('You have not blocked any guest.')).toBeVisible();
  });

  it('do not concern who is no provider', async () => {
    serverWithGuest();
    renderAt('/blocked_accounts', member);
    expect(await screen.findByText('You have not blocked anybody.')).toBeVisible();
    expect(screen.queryByRole('region', { name: 'Blocked guests' })).toBeNull();
  });
});
