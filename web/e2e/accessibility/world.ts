import type { APIRequestContext } from '@playwright/test';
import { bookableProvider } from '../bookable';
import { book, guestLink, newGuest, ownerIdOf, respond } from '../bookings';
import { createPost } from '../own-posts';
import { reportAccount } from '../reported';
import { call, seedAccount, seedNamedAccount, seedProvider, seedUnconfirmed, staffMember, type SeededPerson } from '../seeded-people';

/** The people of the walk, and what they have done, so that each screen has something to show. */
export interface World {
  provider: SeededPerson;
  client: SeededPerson;
  /** Has not confirmed their mail address. */
  unconfirmed: SeededPerson;
  /** Has an account and nothing else: every list is empty. */
  newcomer: SeededPerson;
  /** Has taken the first step of onboarding. */
  named: SeededPerson;
  /** A provider whom nobody knows yet. */
  newProvider: SeededPerson;
  staff: SeededPerson;
  post: string;
  draft: string;
  pending: string;
  accepted: string;
  conversation: string;
  guestOrder: string;
  /** The id of the guest's order. */
  ofGuest: string;
  report: string;
  userRequest: string;
  service: string;
}

async function conversationOf(request: APIRequestContext, provider: SeededPerson, client: SeededPerson): Promise<string> {
  const write = async (from: SeededPerson, to: SeededPerson, iv_text: string) =>
    (
      await call<{ message: { conversation_id: string } }>(
        request,
        'send_message',
        { iv_owner_id: ownerIdOf(to), iv_text },
        from.granted.access_token,
      )
    ).message.conversation_id;
  await write(client, provider, 'Could we move it by an hour?');
  await write(provider, client, 'Gladly. See https://example.org/plan for the way in.');
  return write(client, provider, 'Thank you!');
}

async function postsOf(request: APIRequestContext, provider: SeededPerson, client: SeededPerson) {
  const brief = 'Five minutes for a strong back: a plan for people who sit all day. #backs #pilates';
  const post = await createPost(request, provider, { iv_post_brief: brief });
  const draft = await createPost(request, provider, { iv_post_brief: 'Not yet for everybody', iv_post_active: 'draft' });
  const token = client.granted.access_token;
  await call(
    request,
    'create_post_feed_comment',
    { iv_post_id: post, iv_post_comment: 'Ask me anything about it.' },
    provider.granted.access_token,
  );
  await call(request, 'add_new_bookmark', { iv_bookmark_value: post, iv_bookmark_type: 'post' }, token);
  await call(
    request,
    'create_repost_feed_content',
    { iv_post_id: post, iv_original_avatar: '', iv_repost_brief: 'Worth passing on', iv_device_data: '{}' },
    token,
  );
  return { post, draft };
}

async function bookingsOf(request: APIRequestContext, provider: SeededPerson, client: SeededPerson) {
  const pending = await book(request, provider, client, { sessions: 2 });
  const accepted = await book(request, provider, client);
  await respond(request, provider, accepted, 'accepted', 'https://meet.example.com/room/42');
  const guest = newGuest();
  const { order_id: ofGuest } = await book(request, provider, null, { guest, mode: 'in-person' });
  return { ofGuest, pending: pending.order_id, accepted: accepted.order_id, guestOrder: await guestLink(request, guest) };
}

/** What the staff have to look at: a report about the post, and a question. */
async function workOfStaff(
  request: APIRequestContext,
  { staff, client, provider, post }: Pick<World, 'staff' | 'client' | 'provider' | 'post'>,
) {
  await reportAccount(
    request,
    client,
    provider,
    { iv_report_type: 'posts', iv_report_issue_id: post },
    'He took 200 euros and never came.',
  );
  await call(request, 'create_user_request', { iv_topic: 'support', iv_text: 'How do I change my address?' }, client.granted.access_token);
  const token = staff.granted.access_token;
  const { reports } = await call<{ reports: { report_id: string }[] }>(request, 'staff_get_reports', null, token);
  const { requests } = await call<{ requests: { request_id: string }[] }>(request, 'staff_get_requests', null, token);
  return { report: reports[0]?.report_id ?? '', userRequest: requests[0]?.request_id ?? '' };
}

/** Makes all of it by calls. */
export async function makeWorld(request: APIRequestContext): Promise<World> {
  const [provider, client, unconfirmed, newcomer, named, newProvider, staff] = await Promise.all([
    bookableProvider(request, 'Nadia Kessler'),
    seedAccount(request, 'Ivo Marek'),
    seedUnconfirmed(request, 'Rosa Lindqvist'),
    seedAccount(request, 'Olu Adebayo'),
    seedNamedAccount(request, 'Mei Tanaka'),
    seedProvider(request, 'Jonas Berg'),
    staffMember(request),
  ]);
  await call(request, 'add_new_interest', { iv_provider_id: ownerIdOf(provider) }, client.granted.access_token);
  await call(request, 'add_to_block', { iv_user_id: ownerIdOf(newProvider) }, client.granted.access_token);
  const posts = await postsOf(request, provider, client);
  const bookings = await bookingsOf(request, provider, client);
  const conversation = await conversationOf(request, provider, client);
  const work = await workOfStaff(request, { staff, client, provider, post: posts.post });
  const { account_services } = await call<{ account_services: { service_id: string }[] }>(
    request,
    `get_account_provider_services?filter=active&provider_id=${ownerIdOf(provider)}`,
    null,
  );
  return {
    provider,
    client,
    unconfirmed,
    newcomer,
    named,
    newProvider,
    staff,
    ...posts,
    ...bookings,
    conversation,
    ...work,
    service: account_services[0]?.service_id ?? '',
  };
}
