/** Time that a provider blocks, as the calendar shows it and the form begins with it (product.md 4.24). Pure. */

import type { BlockedPeriodShown, BlockShown } from './api';
import type { ChosenTime } from './chosen-time';

/** One blocked period on the calendar. */
export interface BlockEvent {
  readonly id: string;
  readonly blockId: string;
  readonly title: string;
  readonly start: string;
  readonly end: string;
}

/** One event for each period, titled by its block's note, or by `unnamed`. */
export function blockEvents(blocks: readonly BlockShown[], periods: readonly BlockedPeriodShown[], unnamed: string): BlockEvent[] {
  const notes = new Map(blocks.map(({ block_id, note }) => [block_id, note]));
  return periods.map(({ block_id, starts_at, ends_at }) => ({
    id: `block:${block_id}:${starts_at}`,
    blockId: block_id,
    title: notes.get(block_id) || unnamed,
    start: starts_at,
    end: ends_at,
  }));
}

/** The periods that touch the time between two instants. */
export const blocksBetween = (events: readonly BlockEvent[], from: Date, to: Date): BlockEvent[] =>
  events.filter(({ start, end }) => new Date(start) < to && new Date(end) > from);

/** What the form holds. */
export interface BlockFields {
  iv_date: string;
  iv_start_time: string;
  iv_end_time: string;
  iv_repeat: '' | 'daily' | 'weekly';
  iv_until: string;
  iv_note: string;
}

/** Browsers' time fields have no 24:00. They show 23:59 for the end of the day, which is sent as 24:00. */
const lastMinute = '23:59';
const shownEnd = (time: string): string => (time === '24:00' ? lastMinute : time);
export const sentEnd = (time: string): string => (time === lastMinute ? '24:00' : time);

/** The fields of a known block. */
export const fieldsOf = (block: BlockShown): BlockFields => ({
  iv_date: block.date,
  iv_start_time: block.start_time,
  iv_end_time: shownEnd(block.end_time),
  iv_repeat: block.repeat,
  iv_until: block.until,
  iv_note: block.note,
});

/** The fields of a new block. */
export const newFields = ({ date, from, to }: ChosenTime): BlockFields => ({
  iv_date: date,
  iv_start_time: from,
  iv_end_time: shownEnd(to),
  iv_repeat: '',
  iv_until: '',
  iv_note: '',
});
