/** The twelve concerns in the order of the specification, by the names under which their texts are kept. */
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
