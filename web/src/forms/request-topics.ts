import type { NewRequest } from '@/api/generated/openhours';

/** What somebody may ask the staff for. */
export type Topic = NewRequest['iv_topic'];

/** A record, so that a topic which the call takes and this lacks is an error of types. */
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

/** The topic that an address or an answer names; null for none that there is. */
export const topicOf = (name: string | null): Topic | null => topics.find((topic) => topic === name) ?? null;

/** What somebody may choose: only a provider's profile can be verified. */
export const topicsFor = (isProvider: boolean): readonly Topic[] => topics.filter((topic) => isProvider || topic !== 'verification');
