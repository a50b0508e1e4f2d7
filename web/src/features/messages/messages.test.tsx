import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { notified } from '@/realtime';
import { done, failed, http, member, refused, renderAt, server } from '@/test';

const user = userEvent.setup();
const message = (message_id: string, text: string, mine: boolean, sent_at = '2026-03-01T10:00:00Z') => ({
  message_id,
  conversation_id: 'c1',
  sender_id: mine ? member.ownerId : 'mara',
  text,
  sent_at,
  mine,
});
const conversation = {
  conversation_id: 'c1',
  owner_id: 'mara',
  name: 'Mara Weiss',
  username: 'mara',
  avatar: '',
  onboardProfile: true,
  unread: 0,
  last_message: null,
};
let messages: object[];
let unread: number;

beforeEach(() => {
  messages = [message('m2', 'Yours', true), message('m1', 'Hello', false)];
  unread = 0;
  server.use(
    http.get('*/api/get_conversations', () => done({ conversations: [{ ...conversation, unread }], unread, next_cursor: null })),
    http.get('*/api/get_messages/c1', () => done({ conversation: { ...conversation, unread }, messages, next_cursor: null })),
    http.post('*/api/read_messages', () => {
      unread = 0;
      return done({ unread: 0 });
    }),
  );
});

/** Records what is posted, with its key. Answers in the given order; the last answer repeats. */
function sending(...answers: (() => Response)[]) {
  const sent: { key: string | null; body: unknown }[] = [];
  server.use(
    http.post('*/api/send_message', async ({ request }) => {
      const body = (await request.json()) as { iv_text: string };
      const answer = answers[Math.min(sent.length, answers.length - 1)];
      sent.push({ key: request.headers.get('idempotency-key'), body });
      return (answer ? answer() : done({ message: message('m3', body.iv_text, true) })) as ReturnType<typeof done>;
    }),
  );
  return sent;
}

async function opened(at = '/message?conversation=c1') {
  const app = renderAt(at, member);
  const log = await screen.findByRole('region', { name: 'Messages with Mara Weiss' });
  const field = screen.getByRole('textbox', { name: 'Write a message to Mara Weiss' });
  return { ...app, log, field };
}

const messageArrived = (text: string) =>
  notified({
    notification_data: null,
    booking_data: null,
    interest_data: null,
    additional_update: { message: { ...message('m9', text, false), sender_name: 'Mara Weiss' } },
  });

describe('a conversation', () => {
  it('is found by whom it is with, and holds its messages in the order in which they were said', async () => {
    const { place, log } = await opened('/message?with=mara');
    await waitFor(() => expect(place()).toBe('/message?conversation=c1'));
    expect(
      within(log)
        .getAllByRole('listitem')
        .map((item) => item.querySelector('p')?.textContent),
    ).toEqual(['Hello', 'Yours']);
  });

  it('with somebody one has no appointment with is not there yet', async () => {
    renderAt('/message?with=nobody', member);
    expect(await screen.findByText('You can write to each other once there is an appointment between you.')).toBeVisible();
  });

  it('says with whom it is, also while what was said does not come', async () => {
    server.use(http.get('*/api/get_messages/c1', () => failed(503)));
    renderAt('/message?conversation=c1', member);
    expect(await screen.findByRole('button', { name: 'Try again' })).toBeVisible();
    expect(screen.getByRole('heading', { name: 'Mara Weiss' })).toBeVisible();
  });

  it('that is gone says so and leads back', async () => {
    server.use(http.get('*/api/get_messages/c2', () => failed(404)));
    const { place } = renderAt('/message?conversation=c2', member);
    expect(await screen.findByText('This conversation is not there any more.')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'All messages' }));
    await waitFor(() => expect(place()).toBe('/message'));
  });

  it('gets what is heard once, and reads it', async () => {
    const { store, log } = await opened();
    unread = 1;
    messages = [message('m9', 'Are you there?', false), ...messages];
    act(() => {
      store.dispatch(messageArrived('Are you there?'));
      store.dispatch(messageArrived('Are you there?'));
    });
    expect(await within(log).findAllByText('Are you there?')).toHaveLength(1);
    expect(screen.getByText('New message from Mara Weiss: Are you there?')).toHaveAttribute('role', 'status');
    // A user who returns to the window sees what was written meanwhile, also by themselves on another device.
    messages = [message('m10', 'From my phone', true), ...messages];
    act(() => void window.dispatchEvent(new Event('focus')));
    expect(await within(log).findByText('From my phone')).toBeVisible();
    expect(within(log).getAllByText('Are you there?')).toHaveLength(1);
  });

  it('is read as it is opened', async () => {
    unread = 2;
    await opened();
    await waitFor(() => expect(unread).toBe(0));
  });
});

describe('what one writes', () => {
  it('stays as not sent where the line is down, and is sent again under the same key', async () => {
    const sent = sending(
      () => failed(503),
      () => done({ message: message('m3', 'Hi', true) }),
    );
    const { log, field } = await opened();
    await user.type(field, 'Hi{Enter}');
    expect(field).toHaveValue('');
    const again = await within(log).findByRole('button', { name: 'Not sent. Try again' });
    expect(sessionStorage.getItem(`messages:${member.ownerId}:c1`)).toContain('Hi');
    await user.click(again);
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Not sent. Try again' })).not.toBeInTheDocument());
    expect(within(log).getAllByText('Hi')).toHaveLength(1);
    expect(sent).toHaveLength(2);
    expect(sent[0]?.key).toBeTruthy();
    expect(sent[1]?.key).toBe(sent[0]?.key);
    await waitFor(() => expect(sessionStorage.getItem(`messages:${member.ownerId}:c1`)).toBeNull());
  });

  it('can be taken back into the field when it was refused, before what was typed since', async () => {
    sending(() => refused('You can write to each other once there is an appointment between you.'));
    const { log, field } = await opened();
    await user.type(field, 'First{Enter}');
    expect(await within(log).findByText(/once there is an appointment/)).toBeVisible();
    await user.type(field, 'second');
    await user.click(within(log).getByRole('button', { name: 'Edit' }));
    expect(field).toHaveValue('First\nsecond');
    expect(within(log).queryByText('First')).not.toBeInTheDocument();
  });

  it('is trimmed, and nothing empty or too long is sent', async () => {
    const sent = sending();
    const { field } = await opened();
    await user.type(field, '   {Enter}');
    await user.clear(field);
    await user.click(field);
    await user.paste('x'.repeat(1001));
    await user.keyboard('{Enter}');
    expect(screen.getByText('1,001 of 1,000')).toBeVisible();
    expect(sent).toEqual([]);
    await user.clear(field);
    await user.type(field, '  One{Shift>}{Enter}{/Shift}two  {Enter}');
    await waitFor(() => expect(sent.map(({ body }) => body)).toEqual([{ iv_owner_id: 'mara', iv_text: 'One\ntwo' }]));
  });
});
