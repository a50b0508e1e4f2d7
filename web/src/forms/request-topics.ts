import type { NewRequest } from '@/api/generated/openhours';

/** The topics of a support request. */
export type Topic = NewRequest['iv_topic'];

/** A record, so that the compiler finds a topic that the call accepts and this list lacks. */
const known: Record<Topic, true> = {
  support: true,
  verification: true,
  data_access: true,
  data_correction: true,
  data_deletion: true,
  appeal: true,
  other: true,
};
const topics = Object.keys(known) as readonly Topic[];

/** The topic with this name; null for an unknown one. */
export const topicOf = (name: string | null): Topic | null => topics.find((topic) => topic === name) ?? null;

/** The selectable topics: only providers can ask for verification. */
export const topicsFor = (isProvider: boolean): readonly Topic[] => topics.filter((topic) => isProvider || topic !== 'verification');
