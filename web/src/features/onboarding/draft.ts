import { useEffect, useRef } from 'react';
import { deviceStorage } from '@/platform/site-data';

/** Each step has its own draft: finishing one leaves the other's draft. */
export type DraftStep = 'username' | 'profile';

/** A draft is stored on this device under step and owner id until the step is done. */
const keyOf = (step: DraftStep, ownerId: string) => `onboarding_draft:${step}:${ownerId}`;

/** The draft of an earlier visit, merged over the initial values. */
export function readDraft<V extends Record<string, string>>(step: DraftStep, ownerId: string, start: V): V {
  try {
    const stored: unknown = JSON.parse(deviceStorage.getItem(keyOf(step, ownerId)) ?? 'null');
    if (typeof stored !== 'object' || stored === null) return start;
    const known = Object.entries(stored).filter(([field, value]) => field in start && typeof value === 'string');
    return { ...start, ...(Object.fromEntries(known) as Partial<V>) };
  } catch {
    return start;
  }
}

export const deleteDraft = (step: DraftStep, ownerId: string) => deviceStorage.removeItem(keyOf(step, ownerId));

/** Saves the values on every change; does nothing without an owner. */
export function useDraftAutosave(step: DraftStep, ownerId: string | null, values: Record<string, string>): void {
  const first = useRef(true);
  useEffect(() => {
    if (first.current) {
      first.current = false;
      return;
    }
    if (ownerId) deviceStorage.setItem(keyOf(step, ownerId), JSON.stringify(values));
  }, [step, ownerId, values]);
}
