import { type APIRequestContext } from '@playwright/test';
import { ownerIdOf } from './bookings';
import { call, type SeededPerson } from './seeded-people';

interface Issue {
  iv_report_type: 'posts' | 'appointments' | 'messages';
  iv_report_issue_id: string;
}

/** Sends a report by an API call and returns its id. */
export async function reportAccount(
  request: APIRequestContext,
  reporter: SeededPerson,
  reported: SeededPerson,
  issue: Issue,
  additional = '',
): Promise<void> {
  const concern = {
    iv_report_title: 'Fraud & Scams',
    iv_report_details: 'Takes money or data by deceit, or offers what will never be delivered.',
    iv_report_additional: additional || 'No additional details was provided',
  };
  await call(request, 'report_user_account', { iv_user_id: ownerIdOf(reported), ...issue, ...concern }, reporter.granted.access_token);
}
