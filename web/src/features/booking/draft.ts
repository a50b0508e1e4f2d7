/**
 * What has been chosen so far, kept for this tab: signing in, looking at another page or fetching the code from the
 * mail app (which lets phones forget the page) loses none of it.
 */

import { emptyFlow, type BookingFlow } from './flow';

const SHAPE = 1;

export interface Draft {
  readonly flow: BookingFlow;
  readonly day: string | null;
  readonly guest: { readonly name: string; readonly email: string };
  /** What lets the guest confirm with the mailed code; like the draft it ends with the tab. */
  readonly guestToken: string | null;
}

interface Kept extends Draft {
  readonly shape: number;
  /** The account that chose; '' for a guest, whose choices a following sign-in takes over. */
  readonly by: string;
}

const keyOf = (providerId: string): string => `booking:${providerId}`;

/** Keeps a draft; a browser that refuses to keep anything is no reason to fail. */
export function saveDraft(storage: Storage, providerId: string, by: string, draft: Draft): void {
  try {
    storage.setItem(keyOf(providerId), JSON.stringify({ ...draft, shape: SHAPE, by } satisfies Kept));
  } catch {
    // Full or forbidden storage: the draft lives as long as the page.
  }
}

export function deleteDraft(storage: Storage, providerId: string): void {
  try {
    storage.removeItem(keyOf(providerId));
  } catch {
    // See above.
  }
}

/** The draft of this viewer; times that have passed are no longer in it. Null when there is none, or somebody else's. */
export function readDraft(storage: Storage, providerId: string, by: string, now: Date): Draft | null {
  const kept = parsed(storage, providerId);
  if (kept?.shape !== SHAPE || (kept.by !== '' && kept.by !== by)) return null;
  const slots = kept.flow.slots.filter((slot) => new Date(slot.provider_start_time) > now);
  const lessTime = slots.length < kept.flow.slots.length && kept.flow.view === 'completePreview';
  const flow = { ...emptyFlow, ...kept.flow, slots, lost: [], ...(lessTime ? { view: 'bookingPreview' as const } : {}) };
  return { flow, day: kept.day, guest: kept.guest, guestToken: kept.guestToken };
}

function parsed(storage: Storage, providerId: string): Kept | null {
  try {
    return JSON.parse(storage.getItem(keyOf(providerId)) ?? 'null') as Kept | null;
  } catch {
    return null;
  }
}
