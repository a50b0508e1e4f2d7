import { useCallback, useState } from 'react';
import { nanoid } from '@reduxjs/toolkit';
import { useDispatch } from 'react-redux';
import { asFailure, useSession, useWaitingWrites, type Conversation } from '@/api';
import { insertMessages, useSendOnceMutation } from '../api';
import { readOutbox, withoutUnsent, writeOutbox, type StoredOutbox, type Unsent } from '../outbox-storage';

/** What this tab stores for a conversation, in state and in session storage. */
function useStoredOutbox(ownerId: string, conversation_id: string) {
  const [stored, setStored] = useState(() => readOutbox(ownerId, conversation_id));
  const change = useCallback(
    (next: (now: StoredOutbox) => StoredOutbox) =>
      setStored((now) => {
        const changed = next(now);
        writeOutbox(ownerId, conversation_id, changed);
        return changed;
      }),
    [ownerId, conversation_id],
  );
  return { stored, change };
}

/** Changes the entry with this key. */
const withChangedUnsent = (stored: StoredOutbox, key: string, how: Partial<Unsent>): StoredOutbox => ({
  ...stored,
  unsent: stored.unsent.map((one) => (one.key === key ? { ...one, ...how } : one)),
});

/** The draft and the unsent messages of a conversation. Both survive visits to other pages. */
export function useOutbox({ conversation_id, owner_id }: Conversation) {
  const { ownerId } = useSession();
  const dispatch = useDispatch();
  const [post] = useSendOnceMutation();
  const { stored, change } = useStoredOutbox(ownerId, conversation_id);
  const waiting = useWaitingWrites(
    'message',
    useCallback((body) => body['iv_owner_id'] === owner_id, [owner_id]),
  );
  const deliver = async ({ key, text }: Unsent) => {
    try {
      const { data } = await post({ key, iv_owner_id: owner_id, iv_text: text }).unwrap();
      insertMessages(dispatch, [data.message]);
      writeOutbox(ownerId, conversation_id, withoutUnsent(readOutbox(ownerId, conversation_id), key));
      change((now) => withoutUnsent(now, key));
    } catch (error) {
      const { kind, main_msg, iv_msg } = asFailure(error);
      // Without a connection the app's outbox has taken it over.
      if (kind === 'waiting') return change((now) => withoutUnsent(now, key));
      const why = kind === 'refused' ? (iv_msg['iv_text'] ?? main_msg) : '';
      change((now) => withChangedUnsent(now, key, { failed: true, why }));
    }
  };
  return {
    draft: stored.draft,
    unsent: stored.unsent,
    /** Messages that wait for a connection. */
    waiting,
    write: (draft: string) => change((now) => ({ ...now, draft })),
    send: (text: string) => {
      const sending: Unsent = { key: nanoid(), text, failed: false, why: '' };
      change((now) => ({ draft: '', unsent: [...now.unsent, sending] }));
      void deliver(sending);
    },
    again: (one: Unsent) => {
      change((now) => withChangedUnsent(now, one.key, { failed: false, why: '' }));
      void deliver(one);
    },
    /** Moves an unsent message back into the field. */
    moveToDraft: (one: Unsent) =>
      change((now) => ({ ...withoutUnsent(now, one.key), draft: [one.text, now.draft].filter(Boolean).join('\n') })),
  };
}

export type Outbox = ReturnType<typeof useOutbox>;
