import { useEffect, useEffectEvent, useState } from 'react';
import { addListener } from '@reduxjs/toolkit';
import { useDispatch } from 'react-redux';
import { openhoursApi, type Message } from '@/api';
import { notified } from '@/realtime';
import { fetchNewestMessages, insertMessages, showAsRead, useReadMessagesMutation } from '../api';

/** A message as the socket delivers it, to its receiver only. */
type Heard = Omit<Message, 'mine'> & { sender_name: string };

function heardIn(update: Record<string, unknown> | null | undefined): Heard | null {
  const message = update?.['message'];
  return typeof message === 'object' && message !== null && 'conversation_id' in message ? (message as Heard) : null;
}

/** Whether the page is visible: messages that arrive in a hidden tab are not marked as read. */
function usePageVisible(onReturn: () => void): boolean {
  const [lookedAt, setLookedAt] = useState(() => document.visibilityState === 'visible');
  const returned = useEffectEvent(onReturn);
  useEffect(() => {
    const look = () => {
      setLookedAt(document.visibilityState === 'visible');
      if (document.visibilityState === 'visible') returned();
    };
    document.addEventListener('visibilitychange', look);
    window.addEventListener('focus', look);
    return () => {
      document.removeEventListener('visibilitychange', look);
      window.removeEventListener('focus', look);
    };
  }, []);
  return lookedAt;
}

/**
 * Keeps an open conversation live: inserts arriving messages, and marks them as read while the page is visible.
 * Returns the last one heard.
 */
export function useLiveConversation(conversationId: string, unread: number, newest: string): Heard | null {
  const dispatch = useDispatch();
  const [read] = useReadMessagesMutation();
  const [last, setLast] = useState<Heard | null>(null);
  useEffect(() => {
    const stop = dispatch(
      addListener({
        actionCreator: notified,
        effect: ({ payload }) => {
          const heard = heardIn(payload.additional_update);
          if (heard?.conversation_id !== conversationId) return;
          const { message_id, sender_id, text, sent_at } = heard;
          insertMessages(dispatch, [{ message_id, conversation_id: conversationId, sender_id, text, sent_at, mine: false }]);
          setLast(heard);
        },
      }),
    ) as unknown as () => void;
    return () => stop();
  }, [dispatch, conversationId]);
  const lookedAt = usePageVisible(() => {
    fetchNewestMessages(dispatch, conversationId);
    dispatch(openhoursApi.util.invalidateTags(['Messages']));
  });
  useEffect(() => {
    if (!unread || !lookedAt) return;
    showAsRead(dispatch, conversationId);
    void read({ iv_conversation_id: conversationId });
  }, [dispatch, read, conversationId, unread, newest, lookedAt]);
  return last;
}
