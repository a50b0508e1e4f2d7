import { useEffect, useRef, useState } from 'react';
import { useStore } from 'react-redux';
import { selectSession, useSession, type SessionState } from '@/api';
import type { Draft } from '../draft';
import { forgetDraft, keepDraft, keptDraft } from '../kept-draft';

/** What this account was writing when its login ended; null if nothing. */
export function useKeptDraft(postId: string | undefined): Draft | null {
  const { ownerId } = useSession();
  const [kept] = useState(() => keptDraft(ownerId, postId));
  return kept;
}

/** Keeps the draft when the composer closes because the login has ended, and forgets it when it closes otherwise. */
export function useKeepDraft(draft: Draft, postId: string | undefined): void {
  const store = useStore<{ session: SessionState }>();
  const [ownerId] = useState(() => selectSession(store.getState()).ownerId);
  const latest = useRef(draft);
  useEffect(() => {
    latest.current = draft;
  }, [draft]);
  useEffect(
    () => () => {
      if (selectSession(store.getState()).isAuthenticated) forgetDraft(ownerId, postId);
      else keepDraft(ownerId, postId, latest.current);
    },
    [store, ownerId, postId],
  );
}
