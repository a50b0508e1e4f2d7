import { useEffect, useMemo, useRef, useState } from 'react';
import { useGetAvailableSlotsQuery } from '@/api';
import { useWatchAvailability } from '@/realtime';
import { deviceTimezone } from '@/platform';
import { dateIn, monthAway, monthOf, type DayOfSlots, type Slot } from './days';

/** How long a slot that somebody else took stays on the screen, struck through; milliseconds. */
const FADE = 2500;

/** The offered days of the shown month, kept fresh by the server while the screen is open. */
export function useSlots(providerId: string, minutes: number) {
  const timezone = deviceTimezone();
  const first = dateIn(new Date(), timezone);
  const [month, setMonth] = useState(first);
  const { from, to } = monthOf(month);
  useWatchAvailability(providerId);
  const query = useGetAvailableSlotsQuery({
    providerId,
    from: from < first ? first : from,
    to,
    timezone,
    ...(minutes > 0 ? { duration: minutes } : {}),
  });
  const days = useMemo(
    () => new Map((query.currentData?.data.days ?? []).map((day): [string, DayOfSlots] => [day.date, day])),
    [query.currentData],
  );
  return {
    query,
    days,
    timezone,
    today: first,
    month,
    isFirstMonth: from <= first,
    showMonth: (by: number) => setMonth(monthAway(month, by)),
  };
}

/** The slots of the shown day, with those that vanished a moment ago, or were lost, still among them. */
export function useVanishing(slots: readonly Slot[], lost: readonly Slot[], date: string): { slot: Slot; gone: boolean }[] {
  const before = useRef<{ date: string; slots: readonly Slot[] }>({ date, slots });
  const [gone, setGone] = useState<readonly Slot[]>([]);
  useEffect(() => {
    const known = new Set(slots.map((slot) => slot.provider_start_time));
    const vanished =
      before.current.date === date
        ? before.current.slots.filter(
            (slot) => !known.has(slot.provider_start_time) && new Date(slot.provider_start_time) > new Date(),
          )
        : [];
    before.current = { date, slots };
    setGone(vanished);
    if (vanished.length === 0) return undefined;
    const timer = setTimeout(() => setGone([]), FADE);
    return () => clearTimeout(timer);
  }, [slots, date]);
  const taken = new Map([...gone, ...lost].map((slot) => [slot.provider_start_time, slot]));
  for (const slot of slots) taken.delete(slot.provider_start_time);
  return [
    ...slots.map((slot) => ({ slot, gone: false })),
    ...[...taken.values()].map((slot) => ({ slot, gone: true })),
  ].sort((a, b) => a.slot.provider_start_time.localeCompare(b.slot.provider_start_time));
}
