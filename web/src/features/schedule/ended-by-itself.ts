/** What the server writes, in English, into an order that it ends itself (product.md 4.7, 4.10), and the key under which the app says it. */
const reasons: ReadonlyMap<string, 'unanswered' | 'tooLate' | 'forgotten' | 'closed' | 'gone' | 'byClock'> = new Map([
  ['The provider did not answer in time, so this request was cancelled.', 'unanswered'],
  ['The provider did not answer before the start time, so this request was cancelled.', 'tooLate'],
  ['The guest asked to be forgotten, so the appointment was cancelled.', 'forgotten'],
  ['This account is no longer active, so the appointment was cancelled.', 'closed'],
  ['This account no longer exists, so the appointment was cancelled.', 'gone'],
  ['Twelve hours have passed since the last session, so it counts as held.', 'byClock'],
]);

/** Why the server ended the order; null when a person wrote the feedback. */
export const reasonOfEnd = (feedback: string) => reasons.get(feedback) ?? null;
