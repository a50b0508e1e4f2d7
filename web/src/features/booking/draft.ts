/**
 * The draft of a booking, stored for this tab. Signing in, visiting another page or fetching the code from a mail app
 * (phones may discard the page) does not lose it.
 */

import type { SiteData } from '@/platform/site-data';
import { emptyFlow, type BookingFlow } from './flow';

const SHAPE = 1;

export interface Draft {
  readonly flow: BookingFlow;
  readonly day: string | null;
  readonly guest: { readonly name: string; readonly email: string };
  /** Lets the guest confirm with the mailed code. It ends with the tab, as the draft does. */
  readonly guestToken: string | null;
}

interface StoredDraft extends Draft {
  readonly shape: number;
  /** The account that chose; '' for a guest, whose draft a following sign-in takes over. */
  readonly by: string;
}

const keyOf = (providerId: string): string => `booking:${providerId}`;

/** Saves a draft. */
export function saveDraft(storage: SiteData, providerId: string, by: string, draft: Draft): void {
  storage.setItem(keyOf(providerId), JSON.stringify({ ...draft, shape: SHAPE, by } satisfies StoredDraft));
}

export function deleteDraft(storage: SiteData, providerId: string): void {
  storage.removeItem(keyOf(providerId));
}

/** Reads this viewer's draft without times that have passed. null when there is none or it belongs to somebody else. */
export function readDraft(storage: SiteData, providerId: string, by: string, now: Date): Draft | null {
  const stored = parsed(storage, providerId);
  if (stored?.shape !== SHAPE || (stored.by !== '' && stored.by !== by)) return null;
  const slots = stored.flow.slots.filter((slot) => new Date(slot.provider_start_time) > now);
  const lessTime = slots.length < stored.flow.slots.length && stored.flow.view === 'completePreview';
  const flow = { ...emptyFlow, ...stored.flow, slots, lost: [], ...(lessTime ? { view: 'bookingPreview' as const } : {}) };
  return { flow, day: stored.day, guest: stored.guest, guestToken: stored.guestToken };
}

function parsed(storage: SiteData, providerId: string): StoredDraft | null {
  try {
    return JSON.parse(storage.getItem(keyOf(providerId)) ?? 'null') as StoredDraft | null;
  } catch {
    return null;
  }
}
