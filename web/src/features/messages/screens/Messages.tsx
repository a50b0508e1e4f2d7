import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState, type CSSProperties } from 'react';
import { Button } from '@mantine/core';
import { IconMessageCircle, IconMessages } from '@tabler/icons-react';
import { Link } from 'react-router-dom';
import { whole, type Conversation as ConversationRow } from '@/api';
import { useTranslation } from '@/i18n/use-translation';
import { paths } from '@/routing';
import { EmptyState, Page, QueryStates } from '@/ui';
import { TileListSkeleton } from '@/ui/TileList';
import { distinctBy, usePaged, type More } from '@/ui/use-paged';
import { useConversationPagesInfiniteQuery } from '../api';
import { Conversation } from '../components/Conversation';
import { ConversationList } from '../components/ConversationList';
import { useBothPanes } from '../hooks/use-both-panes';
import { useConversationParams } from '../hooks/use-conversation-params';
import classes from './Messages.module.css';

/** /message: conversations and the open one, side by side where there is room (api.md 6). */
export default function Messages() {
  const { t } = useTranslation('messages');
  const both = useBothPanes();
  const { conversationId } = useConversationParams();
  const { query, more } = usePaged(useConversationPagesInfiniteQuery(whole, { refetchOnMountOrArgChange: true }));
  const rows =
    query.currentData &&
    distinctBy(
      query.currentData.flatMap((page) => page.conversations),
      (one) => one.conversation_id,
    );
  if (conversationId && !both) return <ConversationPane rows={rows} />;
  return (
    <Page title={t('messages')}>
      <QueryStates
        query={query}
        dated
        skeleton={<TileListSkeleton rows={5} />}
        isEmpty={() => rows?.length === 0 && !conversationId}
        empty={<NoConversations />}
      >
        {() => (both ? <BothPanes rows={rows ?? []} more={more} /> : <ListPane rows={rows ?? []} more={more} />)}
      </QueryStates>
    </Page>
  );
}

interface ListProps {
  rows: ConversationRow[];
  more: More;
}

/** Where there is room for one: only the list. */
function ListPane(list: ListProps) {
  useRequestedConversation(list);
  return <ConversationList {...list} />;
}

/** Where there is room for one: only the open conversation. */
function ConversationPane({ rows }: { rows: ConversationRow[] | undefined }) {
  const { conversationId } = useConversationParams();
  const { ref, style } = useAvailableHeight();
  return (
    <div ref={ref} style={style} className={classes.one} data-fills-screen>
      <Conversation
        key={conversationId}
        conversationId={conversationId}
        row={rows?.find((one) => one.conversation_id === conversationId)}
      />
    </div>
  );
}

/** Where there is room for both. */
function BothPanes(list: ListProps) {
  const { t } = useTranslation('messages');
  const { conversationId } = useConversationParams();
  const { ref, style } = useAvailableHeight();
  useRequestedConversation(list);
  return (
    <div ref={ref} style={style} className={classes.panes}>
      <ConversationList {...list} />
      {conversationId ? (
        <Conversation
          key={conversationId}
          conversationId={conversationId}
          row={list.rows.find((one) => one.conversation_id === conversationId)}
        />
      ) : (
        <div className={classes.none}>
          <EmptyState icon={IconMessages}>{t('pick')}</EmptyState>
        </div>
      )}
    </div>
  );
}

function NoConversations() {
  const { t } = useTranslation('messages');
  const find = (
    <Button component={Link} to={paths.search} variant="light">
      {t('find')}
    </Button>
  );
  return (
    <EmptyState icon={IconMessageCircle} action={find}>
      {t('empty')}
    </EmptyState>
  );
}

/** Opens the conversation with the account that the address names. It may be on a later page of the list. */
function useRequestedConversation({ rows, more }: ListProps): void {
  const { wantedOwner, settle } = useConversationParams();
  const found = wantedOwner ? rows.find(({ owner_id }) => owner_id === wantedOwner)?.conversation_id : undefined;
  const look = useEffectEvent((id: string | undefined) => {
    if (id) settle(id);
    else if (wantedOwner && more.state === 'waiting') more.load();
  });
  useEffect(() => look(found), [found, wantedOwner, more]);
}

/** Sets `--top` to an element's distance from the page top, so that its height can fill the rest of the screen. */
function useAvailableHeight() {
  const ref = useRef<HTMLDivElement>(null);
  const [top, setTop] = useState(0);
  useLayoutEffect(() => {
    const measure = () => {
      if (ref.current) setTop(Math.round(ref.current.getBoundingClientRect().top + window.scrollY));
    };
    measure();
    // Elements above may appear and disappear: a notice, a longer title.
    const observer = new ResizeObserver(measure);
    observer.observe(document.body);
    return () => observer.disconnect();
  }, []);
  return { ref, style: { '--top': `${top}px` } as CSSProperties };
}
