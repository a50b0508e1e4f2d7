import { ActionIcon, Menu } from '@mantine/core';
import { IconDots, IconFlag } from '@tabler/icons-react';
import type { Message } from '@/api';
import { useTranslation } from '@/i18n/use-translation';
import { useMessageTimes } from '../hooks/use-message-times';
import { linkify } from '../linkify';
import classes from './Conversation.module.css';

interface MessageBubbleProps {
  message: Message;
  /** The name of the other side. */
  name: string;
  onReport: (messageId: string) => void;
}

/** One message. Messages of the other side can be reported. */
export function MessageBubble({ message: { message_id, mine, sent_at, text }, name, onReport }: MessageBubbleProps) {
  const { t } = useTranslation('messages');
  const { time } = useMessageTimes();
  return (
    <li className={classes.message} data-mine={mine || undefined}>
      <div className={classes.bubble}>
        <span className={classes.unseen}>{mine ? t('fromYou') : t('from', { name })} </span>
        <p dir="auto">
          <MessageText text={text} />
        </p>
        <time dateTime={sent_at}>{time(sent_at)}</time>
      </div>
      {mine ? null : (
        <Menu position="bottom-start">
          <Menu.Target>
            <ActionIcon variant="subtle" color="gray" size={32} className={classes.options} aria-label={t('options')}>
              <IconDots size={18} />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item leftSection={<IconFlag size={18} aria-hidden />} onClick={() => onReport(message_id)}>
              {t('report')}
            </Menu.Item>
          </Menu.Dropdown>
        </Menu>
      )}
    </li>
  );
}

/** The message text as written, with https addresses as links. */
export function MessageText({ text }: { text: string }) {
  return linkify(text).map(({ text: piece, href }, index) =>
    href ? (
      <a key={index} href={href} target="_blank" rel="noopener noreferrer nofollow">
        {piece}
      </a>
    ) : (
      <span key={index}>{piece}</span>
    ),
  );
}
