import { useEffect, useReducer, useState, type Dispatch } from 'react';
import { useSession, type AccountData } from '@/api';
import { deviceData } from '@/platform/device';
import { basketOf, timeGuidance, type OfferedService } from '../basket';
import { firstDayWithRoom, type Slot } from '../calendar-days';
import { chosenMinutes, emptyFlow, nextFlow, type BookingFlow, type BookingStep } from '../flow';
import { clientOf, orderRequest, type GuestCredentials } from '../order-request';
import { useDraftAutosave, useStoredDraft } from './use-draft';
import { useOfferedDays, useSlots } from './use-slots';
import { useSubmitOrder } from './use-submit-order';

const LOCK_AFTER_RESTART = 2000;
const noGuest: GuestCredentials = { name: '', email: '' };

/** The state and actions of the booking views, from the first service to the sent request. */
export function useBooking(provider: AccountData, services: readonly OfferedService[], firstBrief: string) {
  const session = useSession();
  const { step, setDay, setCode, ...choices } = useChoices(provider.owner_id, firstBrief);
  const { flow, day, guest } = choices;
  const { send, sending, placed, failure, setFailure } = useSubmitOrder(provider.owner_id, step);
  const [locked, lock] = useStartDelay();
  const basket = basketOf(services, flow.serviceIds, flow.mode);
  const minutes = chosenMinutes(flow);
  const calendar = useCalendar(provider, day, basket.totals.minutes);
  useTakenSlots(provider.owner_id, flow, sending, step);
  return {
    session,
    ...choices,
    step,
    setCode,
    ...calendar,
    chooseDay: setDay,
    toggleSlot: (slot: Slot) => {
      setFailure(null);
      step({ type: 'slot_toggled', slot });
    },
    ...basket,
    minutes,
    guidance: timeGuidance(minutes, basket.totals),
    send: (code: string) => send(orderRequest({ provider, basket, flow, client: clientOf(session, guest), code, deviceData: deviceData() })),
    sending,
    /** The order once it is sent: it shows what somebody with a booking may see. */
    placed: flow.view === 'successfulPreview' ? placed : null,
    failure,
    setFailure,
    restart: () => {
      step({ type: 'restarted' });
      step({ type: 'brief_typed', brief: firstBrief });
      setDay(null);
      setFailure(null);
      setCode('');
      lock();
    },
    locked,
  };
}

/** The flow and the guest's input, restored from this tab's draft and saved on every change. */
function useChoices(providerId: string, firstBrief: string) {
  const stored = useStoredDraft(providerId);
  const [flow, step] = useReducer(nextFlow, stored?.flow ?? { ...emptyFlow, brief: firstBrief });
  const [day, setDay] = useState<string | null>(stored?.day ?? null);
  const [guest, setGuest] = useState<GuestCredentials>(stored?.guest ?? noGuest);
  const [code, setCode] = useState('');
  useDraftAutosave(providerId, { flow, day, guest });
  return { flow, step, day, setDay, guest, setGuest, code, setCode };
}

/** The shown month and the selected day; `needed` minutes in a row are marked. */
function useCalendar(provider: AccountData, day: string | null, needed: number) {
  const begin = day ?? ((provider.away && provider.away_until) || null);
  const slots = useSlots(provider.owner_id, { begin, knownZone: provider.timezone, needed });
  return {
    slots,
    date: day ?? firstDayWithRoom(slots.days),
  };
}

/** Removes chosen slots that somebody else took. */
function useTakenSlots(providerId: string, flow: BookingFlow, sending: boolean, step: Dispatch<BookingStep>): void {
  const offered = useOfferedDays(providerId, flow.slots);
  useEffect(() => {
    if (sending || !offered) return;
    const starts = flow.slots.map((slot) => slot.provider_start_time).filter((start) => !offered.has(start));
    if (starts.length > 0) step({ type: 'slots_taken', starts });
  }, [offered, flow.slots, sending, step]);
}

/** Disabled for two seconds after each start. */
function useStartDelay(): [boolean, () => void] {
  const [locked, setLocked] = useState(false);
  useEffect(() => {
    if (!locked) return undefined;
    const timer = setTimeout(() => setLocked(false), LOCK_AFTER_RESTART);
    return () => clearTimeout(timer);
  }, [locked]);
  return [locked, () => setLocked(true)];
}

export type Booking = ReturnType<typeof useBooking>;
