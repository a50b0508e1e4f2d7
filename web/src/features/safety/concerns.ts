/** The twelve concerns in product order, by the keys of their texts. */
export const concerns = [
  'hate',
  'abuse',
  'violence',
  'fraud',
  'children',
  'privacy',
  'spam',
  'impersonation',
  'property',
  'misinformation',
  'manipulation',
  'illegal',
] as const;
export type Concern = (typeof concerns)[number];
