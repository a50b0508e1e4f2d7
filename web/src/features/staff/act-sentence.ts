import type { Act } from './api';

const acts = [
  'dismiss', 'warn', 'hide_post', 'show_post', 'suspend_account', 'restore_account', 'verify', 'unverify', 'answer_request',
] as const;

/** What a member of the staff did, as the text that says it and the names in it; '' for whoever has no name any more. */
export interface Sentence {
  text: `act.${(typeof acts)[number] | 'answer_guest' | 'other'}`;
  staff: string;
  account: string;
}

/** An act as a sentence. Acts this app has never heard of are told as they are written down. */
export function actSentence({ act, account_id, staff_name, account_name }: Act): Sentence {
  const known = acts.find((one) => one === act);
  const names = { staff: staff_name, account: account_name };
  if (!known) return { text: 'act.other', ...names };
  // Guests ask, too; they have no account.
  return known === 'answer_request' && !account_id ? { text: 'act.answer_guest', ...names } : { text: `act.${known}`, ...names };
}
