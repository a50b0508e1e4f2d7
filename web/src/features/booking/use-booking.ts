import { useEffect, useReducer, useState } from 'react';
import {
  asFailure,
  guestAdmitted,
  selectGuestToken,
  useCreateAppointmentOrderMutation,
  useGetAccountProviderServicesQuery,
  useSession,
  type AccountData,
  type Failure,
  type SessionState,
} from '@/api';
import { useDispatch, useSelector } from 'react-redux';
import { deviceData } from '@/platform';
import { modesFor, timeGuidance, totalsOf, type DeliveryMode, type OfferedService } from './basket';
import { type DayOfSlots, type Slot } from './days';
import { dropDraft, keepDraft, readDraft } from './draft';
import { chosenMinutes, emptyFlow, nextFlow } from './flow';
import { orderFrom } from './order';
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
  const [kept] = useState(() => readDraft(sessionStorage, providerId, session.ownerId, new Date()));
  const [flow, step] = useReducer(nextFlow, kept?.flow ?? { ...emptyFlow, brief: firstBrief });
  const [day, setDay] = useState<string | null>(kept?.day ?? null);
  const [guest, setGuest] = useState<GuestCredentials>(kept?.guest ?? noGuest);
  const [code, setCode] = useState('');
  const [failure, setFailure] = useState<Failure | null>(null);
  const dispatch = useDispatch();
  const guestToken = useSelector((state: { session: SessionState }) => selectGuestToken(state));
  const [sending, setSending] = useState(false);
  const [locked, lock] = useLock();
  const [order] = useCreateAppointmentOrderMutation();
  const { refetch: refetchServices } = useGetAccountProviderServicesQuery({ filter: 'active', providerId });

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

  useEffect(() => {
    if (flow.view === 'successfulPreview' || flow.serviceIds.length === 0) dropDraft(sessionStorage, providerId);
    else keepDraft(sessionStorage, providerId, session.ownerId, { flow, day, guest, guestToken });
  }, [flow, day, guest, guestToken, providerId, session.ownerId]);

  const admitted = kept?.guestToken ?? null;
  useEffect(() => {
    // A guest whose page was forgotten while the mail was read goes on with the code that is in it.
    if (admitted && !session.isAuthenticated) dispatch(guestAdmitted(admitted));
  }, [admitted, session.isAuthenticated, dispatch]);

  /** Sends the request; what is refused is thrown, after the view that can mend it is shown. */
  async function send(typedCode: string) {
    setFailure(null);
    setSending(true);
    try {
      const answer = await order(
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
          code: typedCode,
          deviceData: deviceData(),
        }),
      ).unwrap();
      step({ type: 'request_sent' });
      setCode('');
      return answer;
    } catch (error) {
      const failed = asFailure(error);
      if (!failed.iv_msg['iv_guest_token']) setFailure(failed);
      if (failed.iv_msg['iv_session_list']) step({ type: 'view_shown', view: 'bookingPreview' });
      if (failed.iv_msg['iv_service_list'] || failed.iv_msg['iv_delivery_mode']) step({ type: 'view_shown', view: 'schedulePreview' });
      // A guest's two hours are over: the mail once more, with all that was chosen.
      if (failed.kind === 'login_over') step({ type: 'credentials_changed' });
      // A service or its price may not be what it was: from here on the basket shows what is so now.
      if (failed.kind === 'refused') void refetchServices();
      throw error;
    } finally {
      setSending(false);
    }
  }

  function restart(): void {
    step({ type: 'restarted' });
    step({ type: 'brief_typed', brief: firstBrief });
    setDay(null);
    setFailure(null);
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
    send,
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
