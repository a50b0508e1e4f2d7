import { useEffect, useEffectEvent, useState } from 'react';
import { addListener } from '@reduxjs/toolkit';
import { useDispatch } from 'react-redux';
import { openhoursApi, type Message } from '@/api';
import { notified } from '@/realtime';
import { fetchNewestMessages, insertMessages, showAsRead, useReadMessagesMutation } from '../api';

/** A message as the socket delivers it, to its receiver only. */
type LiveMessage = Omit<Message, 'mine'> & { sender_name: string };

function messageIn(update: Record<string, unknown> | null | undefined): LiveMessage | null {
  const message = update?.['message'];
  return typeof message === 'object' && message !== null && 'conversation_id' in message ? (message as LiveMessage) : null;
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
 * Returns the last message that arrived.
 */
export function useLiveConversation(conversationId: string, unread: number, newest: string): LiveMessage | null {
  const dispatch = useDispatch();
  const [read] = useReadMessagesMutation();
  const [last, setLast] = useState<LiveMessage | null>(null);
  useEffect(() => {
    const stop = dispatch(
      addListener({
        actionCreator: notified,
        effect: ({ payload }) => {
          const message = messageIn(payload.additional_update);
          if (message?.conversation_id !== conversationId) return;
          const { message_id, sender_id, text, sent_at } = message;
          insertMessages(dispatch, [{ message_id, conversation_id: conversationId, sender_id, text, sent_at, mine: false }]);
          setLast(message);
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
