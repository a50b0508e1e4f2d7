import { Suspense, useEffect, useEffectEvent, useState } from 'react';
import { Button, Skeleton, Stack } from '@mantine/core';
import { IconMoodSad } from '@tabler/icons-react';
import { addListener } from '@reduxjs/toolkit';
import { useDispatch } from 'react-redux';
import { asFailure, type Conversation as ConversationRow, type Message, openhoursApi } from '@/api';
import { messageSubject, ReportThing } from '@/features/safety';
import { useTranslation } from '@/i18n/use-translation';
import { useDialog } from '@/routing';
import { EmptyState, QueryStates } from '@/ui';
import { AsOf } from '@/ui/AsOf';
import { distinctBy, usePaged, type More } from '@/ui/use-paged';
import { notified } from '@/realtime';
import { fetchNewestMessages, insertMessages, showAsRead, useMessagePagesInfiniteQuery, useReadMessagesMutation } from '../api';
import { useBothPanes } from '../hooks/use-both-panes';
import { useConversationParams } from '../hooks/use-conversation-params';
import { useOutbox } from '../hooks/use-outbox';
import classes from './Conversation.module.css';
import { ConversationHeader } from './ConversationHeader';
import { MessageComposer } from './MessageComposer';
import { MessageList } from './MessageList';

interface ConversationProps {
  conversationId: string;
  /** The same count in the list, which learns of unread messages first. */
  row: ConversationRow | undefined;
}

/** One conversation: the other side, the messages, and the composer. */
export function Conversation({ conversationId, row }: ConversationProps) {
  const { query, more } = usePaged(useMessagePagesInfiniteQuery(conversationId, { refetchOnMountOrArgChange: true }));
  const known = query.currentData?.[0]?.conversation;
  // Beside the list, which says of when it is.
  const both = useBothPanes();
  if (query.isError && asFailure(query.error).kind === 'not_found') return <ConversationMissing />;
  return (
    <section className={classes.pane} aria-label={(known ?? row)?.name}>
      <div>
        <ConversationHeader conversation={known ?? row} />
        {both ? null : <AsOf answeredAt={query.fulfilledTimeStamp} />}
      </div>
      <QueryStates query={query} skeleton={<ConversationSkeleton />}>
        {(pages) =>
          known ? (
            <OpenConversation
              conversation={known}
              unread={row?.unread ?? known.unread}
              messages={distinctBy(
                pages.flatMap((page) => page.messages),
                ({ message_id }) => message_id,
              )}
              more={more}
            />
          ) : null
        }
      </QueryStates>
    </section>
  );
}

interface OpenConversationProps {
  conversation: ConversationRow;
  unread: number;
  /** Newest first. */
  messages: Message[];
  more: More;
}

function OpenConversation({ conversation, unread, messages, more }: OpenConversationProps) {
  const { t } = useTranslation('messages');
  const outbox = useOutbox(conversation);
  const lastMessage = useLiveConversation(conversation.conversation_id, unread, messages[0]?.message_id ?? '');
  const { opened, subject, open, close } = useDialog(['report_message'], 'message');
  const reported = messages.find((one) => one.message_id === subject && !one.mine);
  return (
    <>
      <MessageList
        name={conversation.name}
        messages={messages}
        more={more}
        outbox={outbox}
        onReport={(messageId) => open('report_message', messageId)}
      />
      <p role="status" className={classes.unseen}>
        {lastMessage ? t('heard', { name: conversation.name, text: lastMessage.text }) : null}
      </p>
      <MessageComposer name={conversation.name} outbox={outbox} />
      <Suspense>
        {opened && subject ? (
          <ReportThing key={subject} subject={reported ? messageSubject(reported, conversation) : null} onClose={close} />
        ) : null}
      </Suspense>
    </>
  );
}

/** The conversation no longer exists, or one side blocked the other. */
function ConversationMissing() {
  const { t } = useTranslation('messages');
  const { leave } = useConversationParams();
  const Heading = useBothPanes() ? 'h2' : 'h1';
  const back = (
    <Button variant="light" onClick={leave}>
      {t('toList')}
    </Button>
  );
  return (
    <div className={classes.gone}>
      <Heading className={classes.unseen}>{t('messages')}</Heading>
      <EmptyState icon={IconMoodSad} action={back}>
        {t('gone')}
      </EmptyState>
    </div>
  );
}

function ConversationSkeleton() {
  return (
    <Stack p="lg">
      <Skeleton height={48} width="60%" />
      <Skeleton height={48} width="40%" />
      <Skeleton height={48} width="55%" ms="auto" />
    </Stack>
  );
}

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
function useLiveConversation(conversationId: string, unread: number, newest: string): LiveMessage | null {
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
