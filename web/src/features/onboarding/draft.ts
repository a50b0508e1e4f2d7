import { useEffect, useRef } from 'react';

/** The two steps keep what was typed apart: finishing one says nothing about the other. */
export type DraftStep = 'username' | 'profile';

/** What was typed so far is kept on this device under the step and the owner's id, until the step is done. */
const keyOf = (step: DraftStep, ownerId: string) => `onboarding_draft:${step}:${ownerId}`;

/** The draft of an earlier visit, laid over what the form starts with. */
export function readDraft<V extends Record<string, string>>(step: DraftStep, ownerId: string, start: V): V {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(keyOf(step, ownerId)) ?? 'null');
    if (typeof kept !== 'object' || kept === null) return start;
    const known = Object.entries(kept).filter(([field, value]) => field in start && typeof value === 'string');
    return { ...start, ...(Object.fromEntries(known) as Partial<V>) };
  } catch {
    return start;
  }
}

export const deleteDraft = (step: DraftStep, ownerId: string) => localStorage.removeItem(keyOf(step, ownerId));

/** Keeps the values as they are typed; without an owner nothing is kept. */
export function useDraftAutosave(step: DraftStep, ownerId: string | null, values: Record<string, string>): void {
  const first = useRef(true);
  useEffect(() => {
    if (first.current) {
      first.current = false;
      return;
    }
    if (ownerId) localStorage.setItem(keyOf(step, ownerId), JSON.stringify(values));
  }, [step, ownerId, values]);
}
