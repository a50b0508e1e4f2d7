import type { StaffGetAccountApiArg } from '@/api/generated/staff';

export type ReadingReason = StaffGetAccountApiArg['reason'];

/** Why staff open a report or an account (product.md 7.3). */
export const readingReasons = ['report', 'request', 'objection', 'check'] as const satisfies readonly ReadingReason[];

/** The reason in the address; null when there is none, or an unknown one. */
export const readingReasonOf = (params: URLSearchParams): ReadingReason | null =>
  readingReasons.find((reason) => reason === params.get('reason')) ?? null;
