import { beforeEach, describe, expect, it } from 'vitest';
import type { Slot } from './calendar-days';
import { deleteDraft, readDraft, saveDraft, type Draft } from './draft';
import { emptyFlow } from './flow';

const slot = (start: string): Slot => ({
  appointment_slot_id: 's',
  provider_start_time: start,
  provider_end_time: start,
  client_start_time: start,
  client_end_time: start,
  duration: 30,
  alias: '',
});
const draft: Draft = {
  flow: {
    ...emptyFlow,
    view: 'completePreview',
    serviceIds: ['a'],
    mode: 'remote',
    brief: 'Hello',
    slots: [slot('2026-11-23T09:00:00Z'), slot('2026-11-24T09:00:00Z')],
  },
  day: '2026-11-23',
  guest: { name: 'Olu', email: 'olu@example.com' },
  guestToken: 'guest-token',
};
const early = new Date('2026-11-22T00:00:00Z');
const read = (by: string, now = early) => readDraft(sessionStorage, 'p', by, now);

describe('a draft', () => {
  beforeEach(() => sessionStorage.clear());

  it('comes back whole, and is gone once dropped', () => {
    saveDraft(sessionStorage, 'p', '', draft);
    expect(read('')).toEqual(draft);
    deleteDraft(sessionStorage, 'p');
    expect(read('')).toBeNull();
  });

  it('passes from a guest to the account that signs in, and from nobody else', () => {
    saveDraft(sessionStorage, 'p', '', draft);
    expect(read('account-1')).toEqual(draft);
    saveDraft(sessionStorage, 'p', 'account-1', draft);
    expect(read('account-1')).toEqual(draft);
    expect(read('account-2')).toBeNull();
    expect(read('')).toBeNull();
  });

  it('lets go of times that have passed, and goes back to choosing', () => {
    saveDraft(sessionStorage, 'p', '', draft);
    const later = read('', new Date('2026-11-23T12:00:00Z'));
    expect(later?.flow.slots).toEqual([slot('2026-11-24T09:00:00Z')]);
    expect(later?.flow.view).toBe('bookingPreview');
  });

  it('is none where something else is kept', () => {
    sessionStorage.setItem('booking:p', '{not json');
    expect(read('')).toBeNull();
    sessionStorage.setItem('booking:p', '{"shape":0}');
    expect(read('')).toBeNull();
  });
});
