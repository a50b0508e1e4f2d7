import { useEffect, useMemo, useReducer, useState, type Dispatch } from 'react';
import { useDispatch, useSelector } from 'react-redux';
import {
  type AccountData,
  asFailure,
  type BookingData,
  type CalendarFile,
  type Failure,
  guestAdmitted,
  type OrderRequest,
  selectGuestToken,
  type SessionState,
  useSession,
  whole,
} from '@/api';
import { deviceData } from '@/platform/device';
import { bookingMade } from '@/platform/install';
import { tabStorage } from '@/platform/site-data';
import { chosenTime, forgetChosenTime } from '@/routing';
import {
  useCreateAppointmentOrderMutation,
  useGetAccountProviderServicesQuery,
  useGetBookingInfoQuery,
  useGetProviderAppointmentWindowQuery,
} from '../api';
import { type Basket, basketOf, isKnownBy, type OfferedService, type Outcome, outcomeOf, timeGuidance } from '../basket';
import { dateIn, firstDayWithRoom, type DayOfSlots, type Slot } from '../calendar-days';
import { deleteDraft, readDraft, saveDraft, type Draft } from '../draft';
import { chosenMinutes, emptyFlow, nextFlow, sameSlot, type BookingFlow, type BookingStep } from '../flow';
import { clientOf, orderRequest, type GuestCredentials } from '../order-request';
import { chosenPlace, isVisit, placesFor } from '../places';
import { runsOf, spansOf, type Run } from '../runs';
import { useIntake } from './use-intake';
import { useOfferedDays, useSlots, type DaysLayout } from './use-slots';

const LOCK_AFTER_RESTART = 2000;
const nothingPlaced: Placed = { placed: null, file: null };
const noGuest: GuestCredentials = { name: '', email: '' };

/** The state and actions of the booking views, from the first service to the sent request. */
export function useBooking(provider: AccountData, services: readonly OfferedService[], firstBrief: string) {
  const session = useSession();
  const { step, setDay, setCode, ...choices } = useChoices(provider.owner_id, firstBrief);
  const { flow, day, guest } = choices;
  const { send, sending, placed, failure, setFailure } = useSubmitOrder(provider.owner_id, step);
  const [locked, lock] = useStartDelay();
  const basket = useBasket(provider, services, flow);
  const intake = useIntake(basket.chosen, basket.mode, flow, step);
  const serviceIds = basket.chosen.map((service) => service.service_id);
  const calendar = useCalendar(provider, day, flow, { serviceIds, needed: basket.totals.minutes });
  useTakenSlots(provider.owner_id, flow, serviceIds, sending, step);
  const placeId = basket.place?.place_id;
  const order = { provider, basket, flow, placeId, address: intake.addressFields, client: clientOf(session, guest) };
  return {
    provider,
    session,
    ...choices,
    step,
    setCode,
    ...calendar,
    chooseDay: setDay,
    ...choosingTimes(flow, calendar, step, () => setFailure(null)),
    ...basket,
    guidance: timeGuidance(choices.minutes, basket.totals, flow.singly ? 0 : (flow.slots.at(-1)?.duration ?? 0)),
    intake,
    send: (code: string) => send(async () => orderRequest({ ...order, answers: await intake.gather(), code, deviceData: deviceData() })),
    sending,
    // Once it is sent, it shows what somebody with a booking may see.
    ...(flow.view === 'successfulPreview' && placed ? placed : nothingPlaced),
    failure,
    setFailure,
    restart: () => {
      choices.startAgain();
      setFailure(null);
      lock();
    },
    locked,
  };
}

/** What is chosen, where it is offered in person, and what sending it will do. */
function useBasket(provider: AccountData, services: readonly OfferedService[], flow: BookingFlow) {
  const basket = basketOf(services, flow.serviceIds, flow.mode);
  const places = basket.mode === 'in-person' && !isVisit(basket.chosen, basket.mode) ? placesFor(provider, basket.chosen) : [];
  return { ...basket, places, place: chosenPlace(places, flow.placeId), outcome: useOutcome(provider, basket) };
}

/** The taps that choose times and let them go; each calls `onTap` first. */
function choosingTimes(
  { singly }: BookingFlow,
  { runs, spans }: Pick<ReturnType<typeof useCalendar>, 'runs' | 'spans'>,
  take: Dispatch<BookingStep>,
  onTap: () => void,
) {
  const step = (change: BookingStep) => {
    onTap();
    take(change);
  };
  return {
    /** Takes the run that begins with the slot, or lets go what is chosen around it; one by one, the slot alone. */
    tapSlot: (slot: Slot) => {
      const run = runs?.get(slot.provider_start_time);
      const span = spans.find((one) => one.some((other) => sameSlot(other, slot)));
      if (singly) step({ type: 'slot_toggled', slot });
      else if (span) step({ type: 'slots_let_go', slots: span });
      else if (run) step({ type: 'run_chosen', run });
    },
    letGo: (slots: Run) => step({ type: 'slots_let_go', slots }),
    /** Takes these slots instead of all that were chosen. */
    takeRun: (run: Run) => step({ type: 'run_chosen', run }),
  };
}

/** The flow and the guest's input, restored from this tab's draft and saved on every change. */
function useChoices(providerId: string, firstBrief: string) {
  const stored = useStoredDraft(providerId, firstBrief);
  const [flow, step] = useReducer(nextFlow, stored?.flow ?? { ...emptyFlow, brief: firstBrief });
  const [day, setDay] = useState<string | null>(stored?.day ?? null);
  const [guest, setGuest] = useState<GuestCredentials>(stored?.guest ?? noGuest);
  const [code, setCode] = useState('');
  useDraftAutosave(providerId, { flow, day, guest });
  const startAgain = () => {
    step({ type: 'restarted' });
    step({ type: 'brief_typed', brief: firstBrief });
    setDay(null);
    setCode('');
  };
  return { flow, minutes: chosenMinutes(flow), step, day, setDay, guest, setGuest, code, setCode, startAgain };
}

/** The shown days, the selected one, and the runs of `needed` minutes that a tap takes; none where slots are chosen one by one. */
function useCalendar(
  provider: AccountData,
  day: string | null,
  flow: BookingFlow,
  { serviceIds, needed }: { serviceIds: readonly string[]; needed: number },
) {
  const [layout, setLayout] = useState<DaysLayout>('strip');
  const begin = day ?? ((provider.away && provider.away_until) || null);
  const shown = useSlots(provider.owner_id, { begin, knownZone: provider.timezone, serviceIds, layout });
  const slots = shown[layout];
  const hours = useGetProviderAppointmentWindowQuery(provider.owner_id).currentData?.data.appointment_info;
  const { days } = slots;
  const runs = useMemo(
    () => (flow.singly || needed === 0 ? null : runsOf(days.values(), needed, hours)),
    [flow.singly, needed, days, hours],
  );
  const offers = useMemo(() => (runs ? startsOf(days, runs) : days), [days, runs]);
  return {
    ...shown,
    slots: { ...slots, days: offers },
    /** All free slots of the shown days, also those from which too little time is free. */
    freeDays: days,
    layout,
    setLayout,
    runs,
    spans: useMemo(() => spansOf(flow.slots, hours), [flow.slots, hours]),
    date: day ?? firstDayWithRoom(offers) ?? firstDayWithRoom(days),
    dateOf: (slot: Slot) => dateIn(slot.provider_start_time, slots.timezone),
  };
}

/** The days with only those slots that begin a run. */
const startsOf = (days: ReadonlyMap<string, DayOfSlots>, runs: ReadonlyMap<string, Run>): ReadonlyMap<string, DayOfSlots> =>
  new Map([...days].map(([date, day]) => [date, { ...day, slots: day.slots.filter((slot) => runs.has(slot.provider_start_time)) }]));

/** Removes chosen slots that somebody else took. */
function useTakenSlots(
  providerId: string,
  flow: BookingFlow,
  serviceIds: readonly string[],
  sending: boolean,
  step: Dispatch<BookingStep>,
): void {
  const offered = useOfferedDays(providerId, flow.slots, serviceIds);
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

/** The draft at the time that was chosen before the booking opened, or the stored one. */
function draftAtChosenTime(providerId: string, stored: Draft | null, firstBrief: string): Draft | null {
  const chosen = chosenTime(providerId);
  if (!chosen) return stored;
  const { serviceId, mode, slots, day } = chosen;
  const view = mode ? 'completePreview' : 'schedulePreview';
  const flow: BookingFlow = { ...emptyFlow, brief: firstBrief, serviceIds: [serviceId], mode, slots, view };
  return { flow, day, guest: stored?.guest ?? noGuest, guestToken: null };
}

/** Reads this tab's draft once. A guest who was mailed a code continues as that guest. */
function useStoredDraft(providerId: string, firstBrief: string): Draft | null {
  const { ownerId, isAuthenticated } = useSession();
  const dispatch = useDispatch();
  const [stored] = useState(() => draftAtChosenTime(providerId, readDraft(tabStorage, providerId, ownerId, new Date()), firstBrief));
  useEffect(() => forgetChosenTime(providerId), [providerId]);
  const admitted = stored?.guestToken ?? null;
  useEffect(() => {
    if (admitted && !isAuthenticated) dispatch(guestAdmitted(admitted));
  }, [admitted, isAuthenticated, dispatch]);
  return stored;
}

/** Saves the draft while something is chosen and the request is not sent. */
function useDraftAutosave(providerId: string, { flow, day, guest }: Omit<Draft, 'guestToken'>): void {
  const { ownerId } = useSession();
  const guestToken = useSelector((state: { session: SessionState }) => selectGuestToken(state));
  useEffect(() => {
    if (flow.view === 'successfulPreview' || flow.serviceIds.length === 0) deleteDraft(tabStorage, providerId);
    else saveDraft(tabStorage, providerId, ownerId, { flow, day, guest, guestToken });
  }, [flow, day, guest, guestToken, providerId, ownerId]);
}

/** What sending the order will do. Own bookings are looked at only where that depends on them. */
function useOutcome(provider: AccountData, basket: Basket): Outcome {
  const { isAuthenticated } = useSession();
  const asksWho = basket.chosen.some(({ confirmation }) => confirmation === 'known');
  const { currentData } = useGetBookingInfoQuery(whole, { skip: !isAuthenticated || !asksWho });
  return outcomeOf(basket, isKnownBy(currentData?.data.bookings_list.request ?? [], provider.owner_id), provider.has_meeting_link);
}

interface Placed {
  placed: BookingData | null;
  /** The calendar file of an order that is an appointment at once; null of a request. */
  file: CalendarFile | null;
}

/** Sends the request. A refusal opens the view in which it can be corrected. */
function useSubmitOrder(providerId: string, step: Dispatch<BookingStep>) {
  const [failure, setFailure] = useState<Failure | null>(null);
  const [sending, setSending] = useState(false);
  const [placed, setPlaced] = useState<Placed | null>(null);
  const [place] = useCreateAppointmentOrderMutation();
  const { refetch: refetchServices } = useGetAccountProviderServicesQuery({ filter: 'active', providerId });

  function refused(failed: Failure): void {
    if (!failed.iv_msg['iv_guest_token']) setFailure(failed);
    if (failed.iv_msg['iv_session_list']) step({ type: 'view_shown', view: 'bookingPreview' });
    if (failed.iv_msg['iv_service_list'] || failed.iv_msg['iv_delivery_mode']) step({ type: 'view_shown', view: 'schedulePreview' });
    // The guest's two-hour code has expired: asks for another mail and keeps the choices.
    if (failed.kind === 'login_over') step({ type: 'credentials_changed' });
    // A service or its price may have changed: refetches what the basket shows.
    if (failed.kind === 'refused') void refetchServices();
  }

  /** Rethrows, so that a form shows the message of its own field. */
  async function send(order: () => Promise<OrderRequest>) {
    setFailure(null);
    setSending(true);
    try {
      const answer = await place(await order()).unwrap();
      setPlaced({ placed: answer.data.booking_data, file: answer.data.ical_content_data ?? null });
      step({ type: 'request_sent' });
      bookingMade();
      return answer;
    } catch (error) {
      refused(asFailure(error));
      throw error;
    } finally {
      // In the same dispatch as the step above, so that the user's own slots do not count as taken by others.
      setSending(false);
    }
  }

  return { send, sending, placed, failure, setFailure };
}
