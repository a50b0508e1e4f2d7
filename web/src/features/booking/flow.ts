/** The four views of a booking and the state they share (product.md 4.3 and 4.4). Pure: a reducer and its selectors. */

import type { DeliveryMode } from './basket';
import type { Slot } from './calendar-days';
import { type ClientAddress, noAddress } from './places';

export type BookingView = 'schedulePreview' | 'bookingPreview' | 'completePreview' | 'successfulPreview';
export type GuestPhase = 'verify_credentials' | 'finalize_booking';

export interface BookingFlow {
  readonly view: BookingView;
  readonly serviceIds: readonly string[];
  readonly mode: DeliveryMode | null;
  /** The chosen place of the provider; null takes the first that is offered. */
  readonly placeId: string | null;
  readonly brief: string;
  /** Where the client is visited, as far as it is typed. */
  readonly address: ClientAddress;
  /** What is answered so far, by the ids of the questions. Pictures are not kept with the flow. */
  readonly answers: Readonly<Record<string, string>>;
  /** The chosen slots, ordered by start. */
  readonly slots: readonly Slot[];
  /** Chosen slots that somebody else took; shown struck through until the next choice. */
  readonly lost: readonly Slot[];
  /** Slots are chosen one by one, instead of as many in a row as the services need. */
  readonly singly: boolean;
  readonly guestPhase: GuestPhase;
}

export const emptyFlow: BookingFlow = {
  view: 'schedulePreview',
  serviceIds: [],
  mode: null,
  placeId: null,
  brief: '',
  address: noAddress,
  answers: {},
  slots: [],
  lost: [],
  singly: false,
  guestPhase: 'verify_credentials',
};

export type BookingStep =
  | { readonly type: 'service_toggled'; readonly serviceId: string }
  | { readonly type: 'mode_chosen'; readonly mode: DeliveryMode | null }
  | { readonly type: 'place_chosen'; readonly placeId: string }
  | { readonly type: 'brief_typed'; readonly brief: string }
  | { readonly type: 'address_typed'; readonly address: Partial<ClientAddress> }
  | { readonly type: 'question_answered'; readonly questionId: string; readonly answer: string }
  | { readonly type: 'slot_toggled'; readonly slot: Slot }
  | { readonly type: 'run_chosen'; readonly run: readonly Slot[] }
  | { readonly type: 'slots_let_go'; readonly slots: readonly Slot[] }
  | { readonly type: 'singly_switched'; readonly singly: boolean }
  | { readonly type: 'slots_taken'; readonly starts: readonly string[] }
  | { readonly type: 'view_shown'; readonly view: BookingView }
  | { readonly type: 'credentials_verified' }
  | { readonly type: 'credentials_changed' }
  | { readonly type: 'request_sent' }
  | { readonly type: 'restarted' };

const PREVIOUS: Record<BookingView, BookingView> = {
  schedulePreview: 'schedulePreview',
  bookingPreview: 'schedulePreview',
  completePreview: 'bookingPreview',
  successfulPreview: 'schedulePreview',
};

/** The view that the Prev button opens. */
export function previousView(view: BookingView): BookingView {
  return PREVIOUS[view];
}

const toggled = (ids: readonly string[], id: string): string[] => (ids.includes(id) ? ids.filter((other) => other !== id) : [...ids, id]);

/** Toggles a slot: adds it in order, or removes it if it was chosen. */
export function withSlot(slots: readonly Slot[], slot: Slot): Slot[] {
  const without = slots.filter((other) => !sameSlot(other, slot));
  if (without.length < slots.length) return without;
  return [...slots, slot].sort((a, b) => a.provider_start_time.localeCompare(b.provider_start_time));
}

/** Slots are compared by start: a weekday's slot repeats every week. */
export function sameSlot(a: Slot, b: Slot): boolean {
  return a.provider_start_time === b.provider_start_time && a.provider_end_time === b.provider_end_time;
}

/** Applies one step to the flow. */
export function nextFlow(flow: BookingFlow, step: BookingStep): BookingFlow {
  switch (step.type) {
    case 'service_toggled':
      return { ...flow, serviceIds: toggled(flow.serviceIds, step.serviceId) };
    case 'mode_chosen':
      return { ...flow, mode: step.mode };
    case 'place_chosen':
      return { ...flow, placeId: step.placeId };
    case 'brief_typed':
      return { ...flow, brief: step.brief };
    case 'address_typed':
      return { ...flow, address: { ...flow.address, ...step.address } };
    case 'question_answered':
      return { ...flow, answers: { ...flow.answers, [step.questionId]: step.answer } };
    case 'slot_toggled':
      return { ...flow, slots: withSlot(flow.slots, step.slot), lost: [] };
    case 'run_chosen':
      return { ...flow, slots: [...step.run], lost: [] };
    case 'slots_let_go':
      return { ...flow, slots: flow.slots.filter((slot) => !step.slots.some((other) => sameSlot(other, slot))), lost: [] };
    case 'singly_switched':
      return { ...flow, singly: step.singly };
    case 'slots_taken':
      return withoutTaken(flow, step.starts);
    case 'view_shown':
      return { ...flow, view: step.view };
    case 'credentials_verified':
      return { ...flow, guestPhase: 'finalize_booking' };
    case 'credentials_changed':
      return { ...flow, guestPhase: 'verify_credentials' };
    case 'request_sent':
      return { ...flow, view: 'successfulPreview', lost: [] };
    case 'restarted':
      return emptyFlow;
  }
}

/** The flow after others took the slots with these starts. */
function withoutTaken(flow: BookingFlow, starts: readonly string[]): BookingFlow {
  const taken = (slot: Slot): boolean => starts.includes(slot.provider_start_time);
  const lost = flow.slots.filter(taken);
  // Once the request is sent, the viewer's own order takes its slots.
  if (lost.length === 0 || flow.view === 'successfulPreview') return flow;
  const view = flow.view === 'completePreview' ? 'bookingPreview' : flow.view;
  // Of a run that one tap took, the rest is too short: it is let go, and the next tap takes another.
  const slots = flow.singly ? flow.slots.filter((slot) => !taken(slot)) : [];
  return { ...flow, view, slots, lost: [...flow.lost, ...lost] };
}

/** Minutes of all chosen slots. */
export function chosenMinutes(flow: BookingFlow): number {
  return flow.slots.reduce((sum, slot) => sum + slot.duration, 0);
}
