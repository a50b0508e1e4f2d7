/** Runs of neighbouring free slots, of which one tap takes as many as the services need (product.md 4.2). Pure. */

import type { AppointmentInfo } from '@/api';
import { dateIn, type DayOfSlots, type OfferedSlot, type Slot } from './calendar-days';
import { hoursOn } from './open-days';

/** Slots in a row, in order. */
export type Run<T extends Slot = Slot> = readonly T[];

/** Whether the slot `next` follows upon `slot` with nothing but the provider's buffer between them. */
export function adjoins(slot: Slot, next: Slot, hours: AppointmentInfo | undefined): boolean {
  const pause = (Date.parse(next.provider_start_time) - Date.parse(slot.provider_end_time)) / 60_000;
  if (pause <= 0 || !hours || !slot.appointment_slot_id.startsWith('quota-')) return pause === 0;
  return pause === Number(hoursOn(hours, dateIn(slot.provider_start_time, hours.timezone)).quota_buffer);
}

/** The run that a tap on each start takes, by that start; slots from which too little time is free are left out. */
export function runsOf(
  days: Iterable<DayOfSlots>,
  needed: number,
  hours: AppointmentInfo | undefined,
): ReadonlyMap<string, Run<OfferedSlot>> {
  const slots = [...days].flatMap((day) => day.slots);
  const runs = new Map<string, Run<OfferedSlot>>();
  slots.forEach((slot, place) => {
    const run = slot.long_enough === false ? [] : runFrom(slots, place, needed, hours);
    if (run.length > 0) runs.set(slot.provider_start_time, run);
  });
  return runs;
}

function runFrom(slots: readonly OfferedSlot[], place: number, needed: number, hours: AppointmentInfo | undefined): Run<OfferedSlot> {
  const run: OfferedSlot[] = [];
  let minutes = 0;
  for (let at = place; minutes < needed; at += 1) {
    const [slot, last] = [slots[at], run.at(-1)];
    if (!slot || (last && !adjoins(last, slot, hours))) return [];
    run.push(slot);
    minutes += slot.duration;
  }
  return run;
}

/** The slots by spans of time: those that adjoin, and have one name, belong to one span. */
export function spansOf(slots: readonly Slot[], hours: AppointmentInfo | undefined): Run[] {
  const spans: Slot[][] = [];
  for (const slot of slots) {
    const span = spans.at(-1);
    const last = span?.at(-1);
    if (span && last && last.alias === slot.alias && adjoins(last, slot, hours)) span.push(slot);
    else spans.push([slot]);
  }
  return spans;
}
