import type { Dispatch as PlainDispatch } from '@reduxjs/toolkit';
import { openhoursApi, type Conversation, type Envelope, type Message } from '@/api';

interface ConversationPage {
  conversations: Conversation[];
  next_cursor: string | null;
}

interface MessagePage {
  conversation: Conversation;
  /** The newest first. */
  messages: Message[];
  next_cursor: string | null;
}

/** How many rows a page brings. */
const PAGE_SIZE = 20;

/** Text for an account, under a key: sent twice under the same one, it is one message. */
interface Sending {
  key: string;
  iv_owner_id: string;
  iv_text: string;
}

const nextOf = ({ next_cursor }: { next_cursor: string | null }) => next_cursor ?? undefined;

/** Conversations and messages page by page, and sending. */
export const messagesApi = openhoursApi.injectEndpoints({
  endpoints: (build) => ({
    conversationPages: build.infiniteQuery<ConversationPage, object, string>({
      infiniteQueryOptions: { initialPageParam: '', getNextPageParam: nextOf },
      query: ({ pageParam }) => ({ url: '/api/get_conversations', params: { limit: PAGE_SIZE, cursor: pageParam } }),
      transformResponse: ({ data }: Envelope<ConversationPage>) => data,
      providesTags: ['Messages'],
    }),
    messagePages: build.infiniteQuery<MessagePage, string, string>({
      infiniteQueryOptions: { initialPageParam: '', getNextPageParam: nextOf, refetchCachedPages: false },
      query: ({ queryArg, pageParam }) => ({
        url: `/api/get_messages/${encodeURIComponent(queryArg)}`,
        params: { limit: PAGE_SIZE, cursor: pageParam },
      }),
      transformResponse: ({ data }: Envelope<MessagePage>) => data,
    }),
    sendOnce: build.mutation<Envelope<{ message: Message }>, Sending>({
      query: ({ key, ...body }) => ({ url: '/api/send_message', method: 'POST', body, headers: { 'idempotency-key': key } }),
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

type Dispatch = (action: unknown) => unknown;

/** Puts messages that are not there yet at the newest end of a conversation, if it is held. */
export function insertMessages(dispatch: PlainDispatch, conversationId: string, messages: readonly Message[]): void {
  (dispatch as Dispatch)(
    messagesApi.util.updateQueryData('messagePages', conversationId, ({ pages }) => {
      const known = new Set(pages.flatMap((page) => page.messages.map(({ message_id }) => message_id)));
      pages[0]?.messages.unshift(...messages.filter(({ message_id }) => !known.has(message_id)));
    }),
  );
}

/** Nothing in a conversation is unread any more, wherever it is held. */
export function showAsRead(dispatch: PlainDispatch, conversationId: string): void {
  const run = dispatch as Dispatch;
  run(
    messagesApi.util.updateQueryData('conversationPages', {}, ({ pages }) => {
      for (const page of pages) for (const one of page.conversations) if (one.conversation_id === conversationId) one.unread = 0;
    }),
  );
  run(
    messagesApi.util.updateQueryData('messagePages', conversationId, ({ pages }) => {
      for (const page of pages) page.conversation.unread = 0;
    }),
  );
}

/** Takes the conversation with an account that was just blocked out of the list. */
export function removeConversation(dispatch: PlainDispatch, conversationId: string): void {
  (dispatch as Dispatch)(
    messagesApi.util.updateQueryData('conversationPages', {}, ({ pages }) => {
      for (const page of pages) page.conversations = page.conversations.filter((one) => one.conversation_id !== conversationId);
    }),
  );
}

/** Fetches the newest messages: what was written elsewhere, or came while nobody listened, is put where it belongs. */
export function fetchNewestMessages(dispatch: PlainDispatch, conversationId: string): void {
  (dispatch as Dispatch)(async (run: Dispatch, getState: () => Parameters<typeof messagesApi.util.selectInvalidatedBy>[0]) => {
    const { getMessages, messagePages } = messagesApi.endpoints;
    const asked = run(getMessages.initiate({ conversationId, limit: PAGE_SIZE }, { subscribe: false, forceRefetch: true }));
    const { data } = await (asked as ReturnType<ReturnType<typeof getMessages.initiate>>);
    if (!data) return;
    const { messages, next_cursor } = data.data;
    const held = messagePages.select(conversationId)(getState()).data?.pages.flatMap((page) => page.messages) ?? [];
    const known = new Set(held.map(({ message_id }) => message_id));
    // More came than one page holds: between what is here and what is new there would be a gap.
    const gap = next_cursor !== null && held.length > 0 && !messages.some(({ message_id }) => known.has(message_id));
    if (gap) run(messagePages.initiate(conversationId, { subscribe: false, forceRefetch: true }));
    else insertMessages(run as PlainDispatch, conversationId, messages);
  });
}
