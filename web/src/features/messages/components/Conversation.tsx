import { Suspense } from 'react';
import { Button, Skeleton, Stack } from '@mantine/core';
import { IconMoodSad } from '@tabler/icons-react';
import { asFailure, type Conversation as ConversationRow, type Message } from '@/api';
import { messageSubject, ReportThing } from '@/features/safety';
import { useTranslation } from '@/i18n/use-translation';
import { useDialog } from '@/routing';
import { EmptyState, QueryStates } from '@/ui';
import { AsOf } from '@/ui/AsOf';
import { distinctBy, usePaged, type More } from '@/ui/use-paged';
import { useMessagePagesInfiniteQuery } from '../api';
import { useBothPanes } from '../hooks/use-both-panes';
import { useConversationParams } from '../hooks/use-conversation-params';
import { useLiveConversation } from '../hooks/use-live-conversation';
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
