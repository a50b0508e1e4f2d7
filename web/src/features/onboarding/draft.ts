import { useEffect, useRef } from 'react';

/** What was typed so far is kept on this device under this name and the owner's id, until the step is done. */
const keyOf = (ownerId: string) => `onboarding_draft:${ownerId}`;

/** The draft of an earlier visit, laid over the empty form. */
export function readDraft<V extends Record<string, string>>(ownerId: string, empty: V): V {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(keyOf(ownerId)) ?? 'null');
    if (typeof kept !== 'object' || kept === null) return empty;
    const known = Object.entries(kept).filter(([field, value]) => field in empty && typeof value === 'string');
    return { ...empty, ...(Object.fromEntries(known) as Partial<V>) };
  } catch {
    return empty;
  }
}

export const forgetDraft = (ownerId: string) => localStorage.removeItem(keyOf(ownerId));

/** Keeps the values as they are typed. */
export function useKeptDraft(ownerId: string | null, values: Record<string, string>): void {
  const first = useRef(true);
  useEffect(() => {
    if (first.current) {
      first.current = false;
      return;
    }
    if (ownerId) localStorage.setItem(keyOf(ownerId), JSON.stringify(values));
  }, [ownerId, values]);
}
