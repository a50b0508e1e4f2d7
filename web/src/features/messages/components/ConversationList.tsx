import { Link } from 'react-router-dom';
import type { Conversation } from '@/api';
import { useTranslation } from '@/i18n/use-translation';
import { Avatar } from '@/ui';
import { ShowMore } from '@/ui/ShowMore';
import type { More } from '@/ui/use-paged';
import { conversationLink, useConversationParams } from '../hooks/use-conversation-params';
import { useMessageTimes } from '../hooks/use-message-times';
import classes from './ConversationList.module.css';

/** The conversations, latest first. */
export function ConversationList({ rows, more }: { rows: readonly Conversation[]; more: More }) {
  const { t } = useTranslation('messages');
  const { conversationId, wantedOwner } = useConversationParams();
  return (
    <nav className={classes.pane} aria-label={t('conversations')}>
      {wantedOwner && more.state === 'over' ? (
        <p role="status" className={classes.missing}>
          {t('notYet')}
        </p>
      ) : null}
      <ul className={classes.list}>
        {rows.map((row) => (
          <li key={row.conversation_id}>
            <ConversationItem row={row} open={row.conversation_id === conversationId} />
          </li>
        ))}
      </ul>
      <ShowMore more={more} />
    </nav>
  );
}

/** Isolates a text's direction inside a sentence of another direction. */
const isolated = (text: string) => `\u2068${text}\u2069`;

function ConversationItem({ row, open }: { row: Conversation; open: boolean }) {
  const { t } = useTranslation('messages');
  const { brief } = useMessageTimes();
  const { last_message: last, unread, name } = row;
  return (
    <Link
      {...conversationLink(row.conversation_id)}
      className={classes.row}
      aria-current={open ? 'page' : undefined}
      data-unread={unread > 0 || undefined}
    >
      <Avatar name={name} src={row.avatar} size={48} />
      <span className={classes.what}>
        <strong>{name}</strong>
        <span className={classes.last} dir="auto">
          {last ? (last.mine ? t('you', { text: isolated(last.text) }) : last.text) : t('sayHello')}
        </span>
      </span>
      <span className={classes.end}>
        {last ? <time dateTime={last.sent_at}>{brief(last.sent_at)}</time> : null}
        {unread ? (
          <span className={classes.count} role="img" aria-label={t('unread', { count: unread })}>
            {unread > 99 ? '99+' : unread}
          </span>
        ) : null}
      </span>
    </Link>
  );
}
