import { useState } from 'react';
import { useWatchAvailability } from '@/realtime';
import { useGetAvailableSlotsQuery } from '../api';
import { addMonths, dateIn, firstDayWithRoom, monthOf, type DayOfSlots, type Slot } from '../calendar-days';
import { sameSlot, withSlot } from '../flow';
import { useShownZone } from '../hooks/use-shown-zone';
import type { ShownMonth } from '../hooks/use-slots';
import { MonthAndTimes } from './MonthAndTimes';

interface SlotChoiceProps {
  providerId: string;
  /** The order being moved, whose own time counts as free, and the mailed link's token for guests. */
  orderId: string;
  token?: string;
  chosen: readonly Slot[];
  onChange: (chosen: readonly Slot[]) => void;
}

/** Shows only days with free time: other open days do not help when moving an appointment. */
const NO_OPEN_DAYS: ReadonlySet<string> = new Set();

/** The month and the free times of a provider, for moving an order. */
export function SlotChoice({ chosen, onChange, ...order }: SlotChoiceProps) {
  const month = useMonthOf(order);
  const [day, setDay] = useState<string | null>(null);
  const lost = chosen.filter((slot) => isTaken(month, slot));
  const toggle = (slot: Slot) => {
    const still = chosen.filter((other) => !lost.includes(other));
    onChange(withSlot(still, slot));
  };
  return (
    <MonthAndTimes shown={month} date={day ?? firstDayWithRoom(month.days)} chosen={chosen} lost={lost} onDay={setDay} onToggle={toggle} />
  );
}

/** The offered days of the shown month. The server keeps them current while the screen is open. */
function useMonthOf({ providerId, orderId, token }: Pick<SlotChoiceProps, 'providerId' | 'orderId' | 'token'>): ShownMonth {
  const zone = useShownZone(providerId);
  const { timezone } = zone;
  const today = dateIn(new Date(), timezone);
  const [month, setMonth] = useState(today);
  const { from, to } = monthOf(month);
  useWatchAvailability(providerId);
  const query = useGetAvailableSlotsQuery({
    providerId,
    from: from < today ? today : from,
    to,
    timezone,
    orderId,
    ...(token ? { token } : {}),
  });
  return {
    query,
    days: new Map((query.currentData?.data.days ?? []).map((day): [string, DayOfSlots] => [day.date, day])),
    openDays: NO_OPEN_DAYS,
    zone,
    timezone,
    today,
    month,
    isFirstMonth: from <= today,
    isLastMonth: false,
    showMonth: (by) => setMonth(addMonths(month, by)),
  };
}

/** Chosen slots of the shown month that are no longer offered. Other months are unknown. */
function isTaken({ days, timezone }: ShownMonth, slot: Slot): boolean {
  const offered = days.get(dateIn(slot.provider_start_time, timezone));
  return offered !== undefined && !offered.slots.some((other) => sameSlot(other, slot));
}
