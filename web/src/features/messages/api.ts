import type { Dispatch as PlainDispatch } from '@reduxjs/toolkit';
import { openhoursApi, readableOffline, showUpdate, updateKind, type Conversation, type Envelope, type Message } from '@/api';

interface ConversationPage {
  conversations: Conversation[];
  next_cursor: string | null;
}

interface MessagePage {
  conversation: Conversation;
  /** Newest first. */
  messages: Message[];
  next_cursor: string | null;
}

/** How many rows one page holds. */
const PAGE_SIZE = 20;

/** A message to an account with an idempotency key: sent twice with the same key, it arrives once. */
interface Sending {
  key: string;
  iv_owner_id: string;
  iv_text: string;
}

const nextOf = ({ next_cursor }: { next_cursor: string | null }) => next_cursor ?? undefined;

/** Conversations and messages page by page, and sending. */
const messagesApi = openhoursApi.injectEndpoints({
  endpoints: (build) => ({
    conversationPages: build.infiniteQuery<ConversationPage, object, string>({
      infiniteQueryOptions: { initialPageParam: '', getNextPageParam: nextOf },
      query: ({ pageParam }) => ({ url: '/api/get_conversations', params: { limit: PAGE_SIZE, cursor: pageParam } }),
      transformResponse: ({ data }: Envelope<ConversationPage>) => data,
      extraOptions: readableOffline,
      providesTags: ['Messages'],
    }),
    messagePages: build.infiniteQuery<MessagePage, string, string>({
      infiniteQueryOptions: { initialPageParam: '', getNextPageParam: nextOf, refetchCachedPages: false },
      query: ({ queryArg, pageParam }) => ({
        url: `/api/get_messages/${encodeURIComponent(queryArg)}`,
        params: { limit: PAGE_SIZE, cursor: pageParam },
      }),
      transformResponse: ({ data }: Envelope<MessagePage>) => data,
      extraOptions: readableOffline,
    }),
    sendOnce: build.mutation<Envelope<{ message: Message }>, Sending>({
      query: ({ key, ...body }) => ({ url: '/api/send_message', method: 'POST', body, headers: { 'idempotency-key': key } }),
      extraOptions: { waitsAs: 'message' },
      invalidatesTags: (_answer, error) => (error ? [] : ['Messages']),
    }),
  }),
});

export const {
  useConversationPagesInfiniteQuery,
  useGetConversationsQuery,
  useMessagePagesInfiniteQuery,
  useReadMessagesMutation,
  useSendOnceMutation,
} = messagesApi;

const messageWritten = updateKind<Message>('message');
const conversationRead = updateKind<null>('conversation_read');
const conversationRemoved = updateKind<null>('conversation_removed');

messageWritten.shownIn<{ pages: MessagePage[] }>('messagePages', ({ pages }, { id, value: message }, { arg }) => {
  const isShown = pages.some(({ messages }) => messages.some(({ message_id }) => message_id === id));
  if (message.conversation_id === arg && !isShown) pages[0]?.messages.unshift(message);
});
conversationRead.shownIn<{ pages: ConversationPage[] }>('conversationPages', ({ pages }, { id }) => {
  for (const page of pages) for (const one of page.conversations) if (one.conversation_id === id) one.unread = 0;
});
conversationRead.shownIn<{ pages: MessagePage[] }>('messagePages', ({ pages }, { id }, { arg }) => {
  if (arg === id) for (const page of pages) page.conversation.unread = 0;
});
conversationRemoved.shownIn<{ pages: ConversationPage[] }>('conversationPages', ({ pages }, { id }) => {
  for (const page of pages) page.conversations = page.conversations.filter(({ conversation_id }) => conversation_id !== id);
});

/** Puts messages at the newest end of their conversation, unless they are there. The newest comes first. */
export function insertMessages(dispatch: PlainDispatch, messages: readonly Message[]): void {
  for (const message of messages.toReversed()) showUpdate(dispatch, messageWritten.of(message.message_id, message));
}

/** Shows everywhere that nothing in a conversation is unread. */
export function showAsRead(dispatch: PlainDispatch, conversationId: string): void {
  showUpdate(dispatch, conversationRead.of(conversationId, null));
}

/** Takes the conversation with an account that was just blocked out of the list. */
export function removeConversation(dispatch: PlainDispatch, conversationId: string): void {
  showUpdate(dispatch, conversationRemoved.of(conversationId, null));
}

type Dispatch = (action: unknown) => unknown;

/** Fetches the newest messages and inserts those that are missing: written on another device, or sent while the socket was down. */
export function fetchNewestMessages(dispatch: PlainDispatch, conversationId: string): void {
  (dispatch as Dispatch)(async (run: Dispatch, getState: () => Parameters<typeof messagesApi.util.selectInvalidatedBy>[0]) => {
    const { getMessages, messagePages } = messagesApi.endpoints;
    const request = run(getMessages.initiate({ conversationId, limit: PAGE_SIZE }, { subscribe: false, forceRefetch: true }));
    const { data } = await (request as ReturnType<ReturnType<typeof getMessages.initiate>>);
    if (!data) return;
    const { messages, next_cursor } = data.data;
    const cached =
      messagePages
        .select(conversationId)(getState())
        .data?.pages.flatMap((page) => page.messages) ?? [];
    const known = new Set(cached.map(({ message_id }) => message_id));
    // More messages than one page holds are new: inserting this page would leave a gap before it.
    const gap = next_cursor !== null && cached.length > 0 && !messages.some(({ message_id }) => known.has(message_id));
    if (gap) run(messagePages.initiate(conversationId, { subscribe: false, forceRefetch: true }));
    else insertMessages(run as PlainDispatch, messages);
  });
}
