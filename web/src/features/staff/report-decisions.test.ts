import { describe, expect, it } from 'vitest';
import type { ReportParty, ReportWhole } from './api';
import { actionsFor } from './report-decisions';

const mara: ReportParty = {
  owner_id: 'a1',
  name: 'Mara',
  username: 'mara',
  email: '',
  avatar: '',
  provider: true,
  manual_verification: 'unverified',
  staff: false,
  suspended: false,
};
const report: ReportWhole = {
  report_id: 'r1',
  report_type: 'posts',
  issue_id: 'p1',
  title: 'Fraud & Scams',
  status: 'open',
  action: '',
  filed_at: '2026-11-20T09:00:00Z',
  closed_at: null,
  reporter: { ...mara, owner_id: 'a2' },
  reported: mara,
  same_issue: 1,
  details: '',
  additional: '',
  evidence: { post_brief: 'Cured' },
  post_hidden: false,
  review_removed: false,
  history: [],
  other_reports: [],
};

describe('what can be decided', () => {
  it('is anything about a post that was there', () => {
    expect(actionsFor(report)).toEqual(['dismiss', 'warn', 'hide_post', 'suspend_account']);
  });

  it.each([
    ['an appointment', { report_type: 'appointments' as const }],
    ['a post that was gone', { evidence: {} }],
    ['a post nobody has told of yet', { evidence: null }],
  ])('hides nothing of %s', (_what, changed) => {
    expect(actionsFor({ ...report, ...changed })).toEqual(['dismiss', 'warn', 'suspend_account']);
  });

  it('suspends nobody of the staff, and nobody who is gone', () => {
    expect(actionsFor({ ...report, reported: { ...mara, staff: true } })).not.toContain('suspend_account');
    expect(actionsFor({ ...report, reported: { ...mara, name: '' } })).not.toContain('suspend_account');
  });
});
