import type { ReportLine } from './api';

/*
 * The evidence that a report stores, as its owner's service sent it. It may come from another version of that service,
 * so every field is checked.
 */

export interface PostEvidence {
  kind: 'post';
  brief: string;
  /** The comment of a repost. */
  added: string;
  type: string;
  tags: string[];
  images: string[];
  date: string;
  audience: string;
  mature: boolean;
  state: string;
}

export interface AppointmentEvidence {
  kind: 'appointment';
  status: string;
  provider: string;
  client: string;
  services: { name: string; minutes: number; costMinor: number | null }[];
  sessions: { start: string; end: string }[];
  mode: string;
  place: string;
  currency: string;
  brief: string;
  note: string;
  created: string;
}

export interface Message {
  id: string;
  sender: string;
  text: string;
  sent: string;
  reported: boolean;
}

export interface ThreadEvidence {
  kind: 'thread';
  messages: Message[];
}

export interface WordsEvidence {
  kind: 'words';
  text: string;
  /** The stars of a review, also of one that an answer is to; null for a comment. */
  stars: number | null;
  /** What a comment was written below, or the review that an answer is to; '' for a review. */
  below: string;
  created: string;
}

/** The account as it was seen. */
export interface AccountEvidence {
  kind: 'account';
  name: string;
  username: string;
  expertise: string;
  place: string;
}

/** `waiting`: the evidence has not arrived yet. `none`: the reported thing no longer existed. */
export type Evidence =
  { kind: 'waiting' } | { kind: 'none' } | PostEvidence | AppointmentEvidence | ThreadEvidence | WordsEvidence | AccountEvidence;

type Facts = Record<string, unknown>;

const isFacts = (value: unknown): value is Facts => typeof value === 'object' && value !== null && !Array.isArray(value);
const factsIn = (value: unknown): Facts[] => (Array.isArray(value) ? value.filter(isFacts) : []);
const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
const textsOf = (value: unknown): string[] => (Array.isArray(value) ? value.filter((one) => typeof one === 'string') : []);
const numberOf = (value: unknown): number | null => (typeof value === 'number' && Number.isFinite(value) ? value : null);

/** Only the product's own pictures: a foreign address would learn who looks at reports. */
const ownPictures = (value: unknown) => textsOf(value).filter((path) => /^\/media\/[\w./-]+$/.test(path) && !path.includes('..'));

function postOf(facts: Facts): PostEvidence {
  return {
    kind: 'post',
    brief: textOf(facts['post_brief']),
    added: textOf(facts['repost_brief']),
    type: textOf(facts['post_type']),
    tags: textsOf(facts['tags']),
    images: ownPictures(facts['images']),
    date: textOf(facts['post_date']),
    audience: textOf(facts['audience']),
    mature: facts['mature'] === true || facts['mature'] === 'yes',
    state: textOf(facts['state']),
  };
}

function appointmentOf(facts: Facts): AppointmentEvidence {
  return {
    kind: 'appointment',
    status: textOf(facts['status']),
    provider: textOf(facts['provider_name']),
    client: textOf(facts['client_name']),
    services: factsIn(facts['services']).map((service) => ({
      name: textOf(service['name']),
      minutes: numberOf(service['duration_minutes']) ?? 0,
      costMinor: numberOf(service['cost_minor']),
    })),
    sessions: factsIn(facts['sessions']).map((session) => ({ start: textOf(session['starts_at']), end: textOf(session['ends_at']) })),
    mode: textOf(facts['delivery_mode']),
    place: textOf(facts['delivery_location']),
    currency: textOf(facts['currency']),
    brief: textOf(facts['brief']),
    note: textOf(facts['note']),
    created: textOf(facts['created_at']),
  };
}

function threadOf(facts: Facts, reportedId: string): ThreadEvidence {
  const messages = factsIn(facts['messages']).map((message) => ({
    id: textOf(message['message_id']),
    sender: textOf(message['sender_id']),
    text: textOf(message['text']),
    sent: textOf(message['sent_at']),
    reported: textOf(message['message_id']) === reportedId,
  }));
  return { kind: 'thread', messages };
}

function wordsOf(facts: Facts): WordsEvidence {
  return {
    kind: 'words',
    text: textOf(facts['text']),
    stars: numberOf(facts['stars']),
    below: textOf(facts['post_brief']) || textOf(facts['answered_text']),
    created: textOf(facts['created_at']),
  };
}

function accountOf(facts: Facts): AccountEvidence {
  const place = [textOf(facts['city']), textOf(facts['country'])].filter(Boolean).join(', ');
  return {
    kind: 'account',
    name: textOf(facts['name']),
    username: textOf(facts['username']),
    expertise: textOf(facts['expertise']),
    place,
  };
}

/** Reads the evidence of a report. */
export function readEvidence(report: Pick<ReportLine, 'report_type' | 'issue_id'>, evidence: unknown): Evidence {
  if (evidence === null || evidence === undefined) return { kind: 'waiting' };
  if (!isFacts(evidence) || Object.keys(evidence).length === 0) return { kind: 'none' };
  switch (report.report_type) {
    case 'posts':
      return postOf(evidence);
    case 'appointments':
      return appointmentOf(evidence);
    case 'messages':
      return threadOf(evidence, textOf(evidence['message_id']) || report.issue_id);
    case 'comments':
    case 'reviews':
      return wordsOf(evidence);
    case 'accounts':
      return accountOf(evidence);
  }
}
