import { useEffect, useState } from 'react';
import { useDispatch, useSelector } from 'react-redux';
import { guestAdmitted, selectGuestToken, useSession, type SessionState } from '@/api';
import { deleteDraft, readDraft, saveDraft, type Draft } from '../draft';

/** Reads this tab's draft once. A guest who was mailed a code continues as that guest. */
export function useStoredDraft(providerId: string): Draft | null {
  const { ownerId, isAuthenticated } = useSession();
  const dispatch = useDispatch();
  const [stored] = useState(() => readDraft(sessionStorage, providerId, ownerId, new Date()));
  const admitted = stored?.guestToken ?? null;
  useEffect(() => {
    if (admitted && !isAuthenticated) dispatch(guestAdmitted(admitted));
  }, [admitted, isAuthenticated, dispatch]);
  return stored;
}

/** Saves the draft while something is chosen and the request is not sent. */
export function useDraftAutosave(providerId: string, { flow, day, guest }: Omit<Draft, 'guestToken'>): void {
  const { ownerId } = useSession();
  const guestToken = useSelector((state: { session: SessionState }) => selectGuestToken(state));
  useEffect(() => {
    if (flow.view === 'successfulPreview' || flow.serviceIds.length === 0) deleteDraft(sessionStorage, providerId);
    else saveDraft(sessionStorage, providerId, ownerId, { flow, day, guest, guestToken });
  }, [flow, day, guest, guestToken, providerId, ownerId]);
}
