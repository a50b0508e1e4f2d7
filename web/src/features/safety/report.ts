import type { Conversation, FeedPost, Message, ReportRequest } from '@/api';
import type { Reference } from '@/forms';
import type { Concern } from './concerns';

/** The reported thing: a post of the account, an appointment with it, or a message from it. */
export interface Issue {
  type: ReportRequest['iv_report_type'];
  id: string;
}

/** What the dialog was opened for. */
export type Subject = { kind: 'post'; post: FeedPost } | { kind: 'message'; message: Message; from: Conversation };

export interface Report {
  issue: Issue | null;
  concern: Concern | null;
}

/** The steps of the dialog: subject, concern, details, summary (product.md 7.2). */
export const reportSteps = ['item', 'concern', 'details', 'summary'] as const;

/** Sent when the user adds no details (product.md 7.2). */
export const noDetails = 'No additional details was provided';

/** The reported account. */
export const reportedOwner = (subject: Subject): string => (subject.kind === 'post' ? subject.post.owner_id : subject.from.owner_id);

/** The initial choice: what the dialog was opened for. */
export function firstIssue(subject: Subject): Issue {
  return subject.kind === 'post' ? { type: 'posts', id: subject.post.post_id } : { type: 'messages', id: subject.message.message_id };
}

/** Builds the request of the call. The concern travels as its title in the reference data. */
export function reportRequest(owner: string, { issue, concern }: Report, details: string, offered: Reference['report_concerns']): ReportRequest {
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
export function postsToReport(first: FeedPost, others: readonly FeedPost[]): FeedPost[] {
  return [first, ...others.filter(({ post_id }) => post_id !== first.post_id)];
}
