import type { Act } from './api';

const acts = [
  'read_account',
  'read_accounts',
  'read_report',
  'read_guest_bookings',
  'read_archive',
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
  'end_guest_link',
] as const;

/** A staff member's act, as the key of its text and the names in it; '' for deleted accounts. */
export interface Sentence {
  text: `act.${(typeof acts)[number] | 'answer_guest' | 'other'}`;
  staff: string;
  account: string;
}

/** Describes an act. Unknown acts are shown by their stored name. */
export function actSentence({ act, account_id, staff_name, account_name }: Act): Sentence {
  const known = acts.find((one) => one === act);
  const names = { staff: staff_name, account: account_name };
  if (!known) return { text: 'act.other', ...names };
  // Guests send requests too; they have no account.
  return known === 'answer_request' && !account_id ? { text: 'act.answer_guest', ...names } : { text: `act.${known}`, ...names };
}
