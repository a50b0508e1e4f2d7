import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import type { Envelope, OfferedSlots } from '@/api';
import { deviceTimezone } from '@/platform/device';
import { useWatchAvailability } from '@/realtime';
import type { QueryResult } from '@/ui';
import { useGetAvailableSlotsQuery, useGetProviderAppointmentWindowQuery } from '../api';
import {
  addDays,
  addMonths,
  dateIn,
  dateOf,
  LAST_DATE,
  monthOf,
  weeksOf,
  type DayOfSlots,
  type OfferedSlot,
  type Slot,
} from '../calendar-days';
import { daysOfMonth, monthWindow, STRIP_DAYS, stripStart, stripWindow } from '../first-window';
import { isOpenDay } from '../open-days';
import { useShownZone, type ShownZone } from './use-shown-zone';

/** How long a slot that somebody else took stays visible, struck through. In milliseconds. */
const FADE = 2500;
/** The most days that one slot query may span. */
const LONGEST_VIEW = 62;

/** Days of a provider's free time. */
export interface ShownDays {
  readonly query: QueryResult<Envelope<OfferedSlots>>;
  readonly days: ReadonlyMap<string, DayOfSlots>;
  /** Days within the provider's hours. They can be selected even when fully booked. */
  readonly openDays: ReadonlySet<string>;
  /** Whose clock shows the times. */
  readonly zone: ShownZone;
  /** Its zone, which all dates use. */
  readonly timezone: string;
  readonly today: string;
}

/** A month of a provider's free time, and how to change the month. Weeks that end before today are left out. */
export interface ShownMonth extends ShownDays {
  /** Any date of the shown month. */
  readonly month: string;
  readonly isFirstMonth: boolean;
  readonly isLastMonth: boolean;
  readonly showMonth: (by: number) => void;
}

/** Two weeks of a provider's free time, and how to come to others. */
export interface ShownStrip extends ShownDays {
  readonly dates: readonly string[];
  readonly isFirst: boolean;
  readonly isLast: boolean;
  readonly turn: (by: number) => void;
  readonly showDate: (date: string) => void;
}

/** The two ways in which the days of a provider are shown. */
export type DaysLayout = 'strip' | 'month';

/** What determines which days are shown first, and which of their slots are marked. */
interface SlotsOptions {
  /** The day that was chosen before, or on which a provider who is away is back. */
  readonly begin: string | null;
  readonly knownZone: string;
  /** The ids of the chosen services, whose rules and length count; without any, no slot is marked. */
  readonly serviceIds: readonly string[];
  /** The days of the other layout are not fetched. */
  readonly layout: DaysLayout;
}

/** The offered days of a strip or a month (product.md 4.2). The server keeps them current while the screen is open. */
export function useSlots(
  providerId: string,
  { begin, knownZone, serviceIds, layout }: SlotsOptions,
): { month: ShownMonth; strip: ShownStrip } {
  const zone = useShownZone(providerId, knownZone);
  const { timezone } = zone;
  const today = dateIn(new Date(), timezone);
  useWatchAvailability(providerId);
  const common = { providerId, zone, timezone, today, ...servicesOf(serviceIds) };
  const first = begin && begin > today ? begin : today;
  return {
    month: useMonth(common, first, layout !== 'month'),
    strip: useStrip(common, first, layout !== 'strip'),
  };
}

/** The chosen services as calls about free time take them: ids with commas between. */
export const servicesOf = (ids: readonly string[]) => (ids.length > 0 ? { services: ids.join(',') } : {});

interface CommonOptions {
  readonly providerId: string;
  readonly zone: ShownZone;
  readonly timezone: string;
  readonly today: string;
  readonly services?: string;
}

function useMonth({ providerId, zone, timezone, today, ...services }: CommonOptions, first: string, skip: boolean): ShownMonth {
  const [month, setMonth] = useState(first);
  const { from, to } = monthOf(month);
  const query = useGetAvailableSlotsQuery({ providerId, ...monthWindow(month, today), timezone, ...services }, { skip });
  const days = useMemo(() => daysOfMonth(query.currentData?.data.days ?? [], month), [query.currentData, month]);
  const dates = useMemo(
    () =>
      weeksOf(month)
        .flat()
        .filter((date) => date !== null),
    [month],
  );
  return {
    query,
    days,
    openDays: useOpenDays(providerId, dates, today, timezone),
    zone,
    timezone,
    today,
    month,
    isFirstMonth: from <= today,
    isLastMonth: to >= LAST_DATE,
    showMonth: (by: number) => setMonth(addMonths(month, by)),
  };
}

function useStrip({ providerId, zone, timezone, today, ...services }: CommonOptions, first: string, skip: boolean): ShownStrip {
  const [shown, setShown] = useState(first);
  const from = stripStart(shown, today);
  const query = useGetAvailableSlotsQuery({ providerId, ...stripWindow(from, today), timezone, ...services }, { skip });
  const dates = useMemo(
    () => Array.from({ length: STRIP_DAYS }, (_, place) => addDays(from, place)).filter((date) => date <= LAST_DATE),
    [from],
  );
  const days = useMemo(
    () => new Map((query.currentData?.data.days ?? []).filter(({ date }) => dates.includes(date)).map((day) => [day.date, day])),
    [query.currentData, dates],
  );
  return {
    query,
    days,
    openDays: useOpenDays(providerId, dates, today, timezone),
    zone,
    timezone,
    today,
    dates,
    isFirst: from <= today,
    isLast: (dates.at(-1) ?? LAST_DATE) >= LAST_DATE,
    turn: (by: number) => setShown(addDays(from, by * STRIP_DAYS)),
    showDate: setShown,
  };
}

/** Those of the dates that are within the provider's hours, booked out or not; empty until the hours are known. */
function useOpenDays(providerId: string, dates: readonly string[], today: string, timezone: string): ReadonlySet<string> {
  const window = useGetProviderAppointmentWindowQuery(providerId).currentData?.data.appointment_info;
  return useMemo(
    () => new Set(window ? dates.filter((date) => isOpenDay(window, date, timezone, today)) : []),
    [window, dates, today, timezone],
  );
}

/** The slots offered to the chosen services on the days of the chosen slots, in any month; undefined while loading. */
export function useOfferedDays(
  providerId: string,
  chosen: readonly Slot[],
  serviceIds: readonly string[],
): ReadonlySet<string> | undefined {
  const timezone = deviceTimezone();
  const dates = chosen.map((slot) => dateIn(slot.provider_start_time, timezone));
  const from = dates[0] ?? '';
  const [year = 0, month = 1, day = 1] = from.split('-').map(Number);
  const furthest = from ? dateOf(year, month, day + LONGEST_VIEW - 1) : '';
  const last = dates.at(-1) ?? '';
  const to = last < furthest ? last : furthest;
  const { currentData, isFetching } = useGetAvailableSlotsQuery(
    { providerId, from, to, timezone, ...servicesOf(serviceIds) },
    { skip: !from },
  );
  return useMemo(() => {
    if (!currentData || isFetching) return undefined;
    const offered = currentData.data.days.flatMap((one) => one.slots.map((slot) => slot.provider_start_time));
    // Slots beyond the longest query are unknown; the server checks them when the request is sent.
    const beyond = chosen.filter((slot) => dateIn(slot.provider_start_time, timezone) > to);
    return new Set([...offered, ...beyond.map((slot) => slot.provider_start_time)]);
  }, [currentData, isFetching, chosen, timezone, to]);
}

/** A slot as shown. `taken`: somebody else took it. */
export interface ShownSlot {
  readonly slot: OfferedSlot;
  readonly taken: boolean;
}

/** The slots of the shown day, including those that just disappeared or were lost. */
export function useVanishingSlots(slots: readonly OfferedSlot[], lost: readonly Slot[], date: string): ShownSlot[] {
  const before = useRef<{ date: string; slots: readonly OfferedSlot[] }>({ date, slots });
  const timers = useRef<ReturnType<typeof setTimeout>[]>([]);
  const [vanishedSlots, setVanishedSlots] = useState<readonly OfferedSlot[]>([]);
  // A layout effect, so that a slot does not flicker between being free and being struck through.
  useLayoutEffect(() => {
    const sameDay = before.current.date === date;
    const known = new Set(slots.map((slot) => slot.provider_start_time));
    const vanished = sameDay
      ? before.current.slots.filter((slot) => !known.has(slot.provider_start_time) && new Date(slot.provider_start_time) > new Date())
      : [];
    before.current = { date, slots };
    if (!sameDay) setVanishedSlots([]);
    if (vanished.length === 0) return;
    setVanishedSlots((now) => [...now, ...vanished]);
    timers.current.push(setTimeout(() => setVanishedSlots((now) => now.filter((slot) => !vanished.includes(slot))), FADE));
  }, [slots, date]);
  useEffect(() => {
    const running = timers.current;
    return () => running.forEach(clearTimeout);
  }, []);
  const takenSlots = new Map([...vanishedSlots, ...lost].map((slot) => [slot.provider_start_time, slot]));
  for (const slot of slots) takenSlots.delete(slot.provider_start_time);
  return [...slots.map((slot) => ({ slot, taken: false })), ...[...takenSlots.values()].map((slot) => ({ slot, taken: true }))].sort(
    (a, b) => a.slot.provider_start_time.localeCompare(b.slot.provider_start_time),
  );
}
