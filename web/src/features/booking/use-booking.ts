import { useEffect, useReducer, useState } from 'react';
import { asFailure, useCreateAppointmentOrderMutation, useSession, type AccountData, type Failure } from '@/api';
import { deviceData } from '@/platform';
import { modesFor, timeGuidance, totalsOf, type DeliveryMode, type OfferedService } from './basket';
import { dateIn, type DayOfSlots } from './days';
import { chosenMinutes, emptyFlow, nextFlow } from './flow';
import { orderFrom } from './order';
import { useSlots } from './use-slots';

export interface GuestCredentials {
  readonly name: string;
  readonly email: string;
}

const LOCK_AFTER_RESTART = 2000;

/** Everything the booking views show and do, from the first service to the request that was sent. */
export function useBooking(provider: AccountData, services: readonly OfferedService[], firstBrief: string) {
  const session = useSession();
  const [flow, step] = useReducer(nextFlow, { ...emptyFlow, brief: firstBrief });
  const [day, setDay] = useState<string | null>(null);
  const [guest, setGuest] = useState<GuestCredentials>({ name: '', email: '' });
  const [failure, setFailure] = useState<Failure | null>(null);
  const [locked, setLocked] = useState(false);
  const [order, { isLoading: sending }] = useCreateAppointmentOrderMutation();

  const chosen = services.filter((service) => flow.serviceIds.includes(service.service_id));
  const totals = totalsOf(chosen);
  const modes = modesFor(chosen.length > 0 ? chosen : services);
  const mode: DeliveryMode | null = flow.mode ?? (modes.length === 1 ? (modes[0] ?? null) : null);
  const slots = useSlots(provider.owner_id, totals.minutes);
  const minutes = chosenMinutes(flow);

  useEffect(() => {
    if (sending) return;
    const starts = takenStarts(flow.slots, slots);
    if (starts.length > 0) step({ type: 'slots_taken', starts });
  }, [slots, flow.slots, sending]);

  /** Sends the request; what is refused is thrown, after the view that can mend it is shown. */
  async function send(code: string) {
    setFailure(null);
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
          code,
          deviceData: deviceData(),
        }),
      ).unwrap();
      step({ type: 'view_shown', view: 'successfulPreview' });
      return answer;
    } catch (error) {
      const failed = asFailure(error);
      if (!failed.iv_msg['iv_guest_token']) setFailure(failed);
      if (failed.iv_msg['iv_session_list']) step({ type: 'view_shown', view: 'bookingPreview' });
      void slots.query.refetch();
      throw error;
    }
  }

  function restart(): void {
    step({ type: 'restarted' });
    step({ type: 'brief_typed', brief: firstBrief });
    setDay(null);
    setFailure(null);
    setLocked(true);
    setTimeout(() => setLocked(false), LOCK_AFTER_RESTART);
  }

  return {
    session,
    flow,
    step,
    slots,
    date: day ?? firstDayWithRoom(slots.days),
    chooseDay: setDay,
    guest,
    setGuest,
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

function firstDayWithRoom(days: ReadonlyMap<string, DayOfSlots>): string | null {
  for (const [date, day] of days) if (day.slots.length > 0) return date;
  return null;
}

/** The starts of chosen slots that the server offers no more. Days that are not on the screen tell nothing. */
function takenStarts(chosen: readonly { provider_start_time: string }[], { query, days, timezone }: Slots): string[] {
  if (!query.currentData || query.isFetching) return [];
  return chosen
    .map((slot) => slot.provider_start_time)
    .filter((start) => {
      const day = days.get(dateIn(start, timezone));
      return day !== undefined && !day.slots.some((slot) => slot.provider_start_time === start);
    });
}

type Slots = ReturnType<typeof useSlots>;
export type Booking = ReturnType<typeof useBooking>;
