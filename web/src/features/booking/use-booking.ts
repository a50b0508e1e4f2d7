import { useEffect, useReducer, useState } from 'react';
import { useSession, type AccountData } from '@/api';
import { deviceData } from '@/platform';
import { modesFor, timeGuidance, totalsOf, type DeliveryMode, type OfferedService } from './basket';
import type { DayOfSlots, Slot } from './days';
import { chosenMinutes, emptyFlow, nextFlow } from './flow';
import { orderFrom } from './order';
import { useDraftKeeping, useKeptDraft } from './use-draft';
import { useSending } from './use-sending';
import { useOfferedAmong, useSlots } from './use-slots';

export interface GuestCredentials {
  readonly name: string;
  readonly email: string;
}

const LOCK_AFTER_RESTART = 2000;
const noGuest: GuestCredentials = { name: '', email: '' };

/** Everything the booking views show and do, from the first service to the request that was sent. */
export function useBooking(provider: AccountData, services: readonly OfferedService[], firstBrief: string) {
  const session = useSession();
  const providerId = provider.owner_id;
  const kept = useKeptDraft(providerId);
  const [flow, step] = useReducer(nextFlow, kept?.flow ?? { ...emptyFlow, brief: firstBrief });
  const [day, setDay] = useState<string | null>(kept?.day ?? null);
  const [guest, setGuest] = useState<GuestCredentials>(kept?.guest ?? noGuest);
  const [code, setCode] = useState('');
  const [locked, lock] = useLock();
  const { send, sending, failure, setFailure } = useSending(providerId, step);
  useDraftKeeping(providerId, { flow, day, guest });

  const chosen = services.filter((service) => flow.serviceIds.includes(service.service_id));
  const totals = totalsOf(chosen);
  const modes = modesFor(chosen.length > 0 ? chosen : services);
  const mode: DeliveryMode | null = flow.mode ?? (modes.length === 1 ? (modes[0] ?? null) : null);
  const slots = useSlots(providerId, day);
  const offered = useOfferedAmong(providerId, flow.slots);
  const minutes = chosenMinutes(flow);

  useEffect(() => {
    if (sending || !offered) return;
    const starts = flow.slots.map((slot) => slot.provider_start_time).filter((start) => !offered.has(start));
    if (starts.length > 0) step({ type: 'slots_taken', starts });
  }, [offered, flow.slots, sending]);

  const order = (mailedCode: string) =>
    orderFrom({
      provider,
      services: chosen,
      totals,
      slots: flow.slots,
      mode: mode ?? 'remote',
      location: mode === 'in-person' ? provider.location_address : '',
      brief: flow.brief,
      client: session.isAuthenticated
        ? { kind: 'active', name: session.name, email: session.email }
        : { kind: 'guest', ...guest },
      code: mailedCode,
      deviceData: deviceData(),
    });

  function restart(): void {
    step({ type: 'restarted' });
    step({ type: 'brief_typed', brief: firstBrief });
    setDay(null);
    setFailure(null);
    setCode('');
    lock();
  }

  return {
    session,
    flow,
    step,
    slots,
    /** The zone of the provider's hours. */
    providerTimezone: slots.query.currentData?.data.provider_timezone || provider.timezone || slots.timezone,
    date: day ?? firstDayWithRoom(slots.days),
    chooseDay: setDay,
    toggleSlot: (slot: Slot) => {
      setFailure(null);
      step({ type: 'slot_toggled', slot });
    },
    guest,
    setGuest,
    code,
    setCode,
    chosen,
    totals,
    mode,
    /** Every chosen service can be held in the chosen mode. */
    offered: mode !== null && modes.includes(mode),
    minutes,
    guidance: timeGuidance(minutes, totals),
    send: (mailedCode: string) => send(order(mailedCode)),
    sending,
    failure,
    setFailure,
    restart,
    locked,
  };
}

/** Closed for two seconds after each start anew (spec 2, section 9). */
function useLock(): [boolean, () => void] {
  const [locked, setLocked] = useState(false);
  useEffect(() => {
    if (!locked) return undefined;
    const timer = setTimeout(() => setLocked(false), LOCK_AFTER_RESTART);
    return () => clearTimeout(timer);
  }, [locked]);
  return [locked, () => setLocked(true)];
}

function firstDayWithRoom(days: ReadonlyMap<string, DayOfSlots>): string | null {
  for (const [date, day] of days) if (day.slots.length > 0) return date;
  return null;
}

export type Booking = ReturnType<typeof useBooking>;
