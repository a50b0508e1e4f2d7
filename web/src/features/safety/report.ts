import type { Conversation, FeedPost, Message, ReportRequest } from '@/api';
import type { Reference } from '@/forms';
import type { Concern } from './concerns';

/** The reported thing: the account itself, or a post, an appointment, a message, a comment or a review of it. */
export interface Issue {
  type: ReportRequest['iv_report_type'];
  id: string;
}

/** The account that a report is about. */
export interface ReportedAccount {
  ownerId: string;
  name: string;
  username: string;
  avatar: string;
  expertise: string;
  /** null when unknown or absent. */
  rating: { average: number; count: number } | null;
}

/** Words of the account that can be reported by themselves. */
export interface ReportedWords {
  kind: 'message' | 'comment' | 'review';
  id: string;
  text: string;
  at: string;
  account: ReportedAccount;
}

/** What the dialog was opened for. From an account's page, what it is about is still to be chosen. */
export type Subject =
  | { kind: 'post'; post: FeedPost }
  | ReportedWords
  | { kind: 'appointment'; id: string; at: string; account: ReportedAccount }
  | { kind: 'account'; account: ReportedAccount };

export interface Report {
  issue: Issue | null;
  concern: Concern | null;
}

/** The steps of the dialog: subject, concern, details, summary (product.md 7.2). */
export const reportSteps = ['item', 'concern', 'details', 'summary'] as const;

/** Sent when the user adds no details (product.md 7.2). */
export const noDetails = 'No additional details was provided';

const types = { message: 'messages', comment: 'comments', review: 'reviews', appointment: 'appointments' } as const;

/** An account of which no more than this is known. */
export const accountNamed = (ownerId: string, name: string, username: string, avatar: string): ReportedAccount => ({
  ownerId,
  name,
  username,
  avatar,
  expertise: '',
  rating: null,
});

/** A message of a conversation, as what a report is about. */
export const messageSubject = (
  { message_id, text, sent_at }: Message,
  { owner_id, name, username, avatar }: Conversation,
): ReportedWords => ({
  kind: 'message',
  id: message_id,
  text,
  at: sent_at,
  account: accountNamed(owner_id, name, username, avatar),
});

/** The reported account. */
export function reportedAccount(subject: Subject): ReportedAccount {
  if (subject.kind !== 'post') return subject.account;
  const { owner_id, name, username, avatar, post_type, expertise, rating_all_avg, rating_client_size } = subject.post;
  // For a repost, expertise and rating belong to the original's owner.
  const own = post_type === 'post';
  const rating = own && rating_client_size > 0 ? { average: rating_all_avg, count: rating_client_size } : null;
  return { ownerId: owner_id, name, username, avatar, expertise: own ? expertise : '', rating };
}

/** The initial choice: what the dialog was opened for; none from an account's page. */
export function firstIssue(subject: Subject): Issue | null {
  if (subject.kind === 'account') return null;
  return subject.kind === 'post' ? { type: 'posts', id: subject.post.post_id } : { type: types[subject.kind], id: subject.id };
}

/** Builds the request of the call. The concern travels as its title in the reference data. */
export function reportRequest(
  owner: string,
  { issue, concern }: Report,
  details: string,
  offered: Reference['report_concerns'],
): ReportRequest {
  const chosen = offered.find(({ key }) => key === concern);
  return {
    iv_user_id: owner,
    iv_report_type: issue?.type ?? 'posts',
    iv_report_issue_id: issue?.id ?? '',
    iv_report_title: (chosen?.title ?? '') as NonNullable<ReportRequest['iv_report_title']>,
    iv_report_details: chosen?.details ?? '',
    iv_report_additional: details.trim() || noDetails,
  };
}

/** The account's posts to choose from. The post that the dialog was opened for comes first, even if it is an older one. */
export function postsToReport(first: FeedPost | null, others: readonly FeedPost[]): FeedPost[] {
  return first ? [first, ...others.filter(({ post_id }) => post_id !== first.post_id)] : [...others];
}
