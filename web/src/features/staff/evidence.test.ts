import { describe, expect, it } from 'vitest';
import { readEvidence } from './evidence';

const post = { report_type: 'posts', issue_id: 'p1' } as const;
const order = { report_type: 'appointments', issue_id: 'o1' } as const;
const message = { report_type: 'messages', issue_id: 'm2' } as const;

describe('the evidence of a report', () => {
  it('is waited for, or was gone', () => {
    expect(readEvidence(post, null)).toEqual({ kind: 'waiting' });
    expect(readEvidence(post, {})).toEqual({ kind: 'none' });
    expect(readEvidence(post, ['what', 'is', 'this'])).toEqual({ kind: 'none' });
  });

  it('shows a post as it was', () => {
    const evidence = {
      post_id: 'p1',
      owner_id: 'a1',
      post_type: 'post',
      post_brief: 'Cured in a day',
      tags: ['cure', 7],
      images: ['/media/posts/x1/card.webp'],
      post_date: '2026-11-20T09:00:00Z',
      audience: 'all',
      mature: 'yes',
      state: 'active',
    };
    expect(readEvidence(post, evidence)).toEqual({
      kind: 'post',
      type: 'post',
      brief: 'Cured in a day',
      added: '',
      tags: ['cure'],
      images: ['/media/posts/x1/card.webp'],
      date: '2026-11-20T09:00:00Z',
      audience: 'all',
      mature: true,
      state: 'active',
    });
  });

  it('fetches only pictures of Openhours itself', () => {
    const images = [
      'https://elsewhere.example/seen.gif',
      '//elsewhere.example/a',
      '/api/sign_out',
      '/media/../api/sign_out',
      '/media/posts/x1/card.webp',
    ];
    expect(readEvidence(post, { images })).toMatchObject({ images: ['/media/posts/x1/card.webp'] });
  });

  it('shows an appointment, whatever is missing of it', () => {
    const evidence = {
      status: 'accepted',
      provider_name: 'Mara',
      client_name: 'Nora',
      currency: 'EUR-DE',
      delivery_mode: 'remote',
      services: [{ name: 'First assessment', duration_minutes: 50, cost_minor: 4500 }, null, { name: 'Talk', duration_minutes: 'long' }],
      sessions: [{ starts_at: '2026-11-24T09:00:00Z', ends_at: '2026-11-24T09:50:00Z' }, 'later'],
    };
    expect(readEvidence(order, evidence)).toMatchObject({
      kind: 'appointment',
      provider: 'Mara',
      brief: '',
      place: '',
      services: [
        { name: 'First assessment', minutes: 50, costMinor: 4500 },
        { name: 'Talk', minutes: 0, costMinor: null },
      ],
      sessions: [{ start: '2026-11-24T09:00:00Z', end: '2026-11-24T09:50:00Z' }],
    });
    expect(readEvidence(order, { status: 3 })).toMatchObject({ kind: 'appointment', status: '', services: [], sessions: [] });
  });

  it('marks the reported message in its thread', () => {
    const messageWith = (message_id: string) => ({ message_id, sender_id: 'a1', text: message_id, sent_at: '2026-11-20T09:00:00Z' });
    const evidence = { conversation_id: 'c1', message_id: 'm2', messages: [messageWith('m1'), messageWith('m2'), 'm3'] };
    const read = readEvidence(message, evidence);
    expect(read).toMatchObject({
      kind: 'thread',
      messages: [
        { id: 'm1', reported: false },
        { id: 'm2', reported: true },
      ],
    });
    expect(readEvidence(message, { messages: [messageWith('m2')] })).toMatchObject({ messages: [{ reported: true }] });
  });
});
