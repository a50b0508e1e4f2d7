import { describe, expect, it } from 'vitest';
import english from '@/i18n/en/staff.json';
import { actSentence } from './act-sentence';
import type { Act } from './api';

const act: Act = {
  act_id: 'x',
  act: 'warn',
  staff_id: 's1',
  staff_name: 'Ada',
  account_id: 'a1',
  account_name: 'Mara Weiss',
  thing_id: '',
  report_id: 'r1',
  note: '',
  done_at: '2026-11-20T09:00:00Z',
};

describe('what the log says', () => {
  it('names who did what to whom', () => {
    expect(actSentence(act)).toEqual({ text: 'act.warn', staff: 'Ada', account: 'Mara Weiss' });
    expect(english.act.warn).toBe('{{staff}} warned {{account}}');
  });

  it.each([
    'dismiss',
    'warn',
    'hide_post',
    'show_post',
    'remove_content',
    'restore_content',
    'suspend_account',
    'restore_account',
    'verify',
    'unverify',
    'answer_request',
  ] as const)('has words for %s', (each) => {
    expect(actSentence({ ...act, act: each }).text).toBe(`act.${each}`);
    expect(english.act[each]).toContain('{{account}}');
  });

  it('knows that guests have no account', () => {
    expect(actSentence({ ...act, act: 'answer_request', account_id: '', account_name: '' }).text).toBe('act.answer_guest');
  });

  it('names nobody when the operator looks into the archive', () => {
    const read: Act = { ...act, act: 'read_archive', staff_id: 'operator olga', staff_name: '', account_id: '', account_name: '' };
    expect(actSentence(read).text).toBe('act.read_archive');
    expect(english.act.read_archive).not.toContain('{{');
  });

  it.each(['read_guest_bookings', 'end_guest_link'] as const)('has words for %s, which is about no account', (each) => {
    expect(actSentence({ ...act, act: each, account_id: '', account_name: '' }).text).toBe(`act.${each}`);
    expect(english.act[each]).not.toContain('{{account}}');
  });

  it('tells acts it has never heard of as they are', () => {
    expect(actSentence({ ...act, act: 'paint_it_black' }).text).toBe('act.other');
  });
});
