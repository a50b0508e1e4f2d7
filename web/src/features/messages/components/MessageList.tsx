import { ActionIcon, Box, Menu, UnstyledButton } from '@mantine/core';
import { IconDots, IconFlag } from '@tabler/icons-react';
import type { Message, UnsentWrite } from '@/api';
import { UnsentState } from '@/features/outbox';
import { useTranslation } from '@/i18n/use-translation';
import { dayKey } from '@/ui/day-mark';
import { ShowMore } from '@/ui/ShowMore';
import type { More } from '@/ui/use-paged';
import { useMessageTimes } from '../hooks/use-message-times';
import type { Outbox } from '../hooks/use-outbox';
import type { Unsent } from '../outbox-storage';
import classes from './Conversation.module.css';
import { linkify } from '../linkify';

interface MessageListProps {
  name: string;
  /** Newest first. */
  messages: readonly Message[];
  more: More;
  outbox: Outbox;
  onReport: (messageId: string) => void;
}

/** The messages, newest at the bottom. Scrolling up loads older ones without moving what the user reads. */
export function MessageList({ name, messages, more, outbox, onReport }: MessageListProps) {
  const { t } = useTranslation('messages');
  const { day } = useMessageTimes();
  const quiet = messages.length === 0 && outbox.unsent.length === 0 && outbox.waiting.length === 0;
  return (
    <Box className={classes.log} tabIndex={0} role="region" aria-label={t('said', { name })}>
      <div>
        <ShowMore more={more} />
        {groupByDay(messages).map(({ key, at, messages: said }) => (
          <section key={key} aria-label={day(at)}>
            <p className={classes.day} aria-hidden>
              <span>{day(at)}</span>
            </p>
            <ol className={classes.messages}>
              {said.map((message) => (
                <MessageBubble key={message.message_id} message={message} name={name} onReport={onReport} />
              ))}
            </ol>
          </section>
        ))}
        {outbox.unsent.length || outbox.waiting.length ? (
          <ol className={classes.messages} aria-label={t('onTheWay')}>
            {outbox.waiting.map((write) => (
              <WaitingMessage key={write.key} write={write} />
            ))}
            {outbox.unsent.map((one) => (
              <UnsentMessage key={one.key} unsent={one} outbox={outbox} />
            ))}
          </ol>
        ) : null}
        {quiet ? <p className={classes.quiet}>{t('sayHelloTo', { name })}</p> : null}
      </div>
    </Box>
  );
}

/** A message that waits for a connection. */
function WaitingMessage({ write }: { write: UnsentWrite }) {
  const { t } = useTranslation('messages');
  return (
    <li className={classes.message} data-mine data-waiting>
      <div className={classes.bubble}>
        <span className={classes.unseen}>{t('fromYou')} </span>
        <p dir="auto">
          <MessageText text={String(write.body['iv_text'])} />
        </p>
        <UnsentState write={write} />
      </div>
    </li>
  );
}

/** A message that is being sent or failed. A failed one can be sent again or moved back into the field. */
function UnsentMessage({ unsent, outbox }: { unsent: Unsent; outbox: Outbox }) {
  const { t } = useTranslation('messages');
  return (
    <li className={classes.message} data-mine data-waiting={!unsent.failed || undefined}>
      <div className={classes.bubble}>
        <span className={classes.unseen}>{t('fromYou')} </span>
        <p dir="auto">
          <MessageText text={unsent.text} />
        </p>
        {unsent.failed ? null : <small>{t('sending')}</small>}
      </div>
      {unsent.failed ? (
        <div className={classes.failed} role="alert">
          {unsent.why ? <span>{unsent.why}</span> : null}
          <UnstyledButton className={classes.again} onClick={() => outbox.again(unsent)}>
            {t('notSent')}
          </UnstyledButton>
          <UnstyledButton className={classes.again} onClick={() => outbox.moveToDraft(unsent)}>
            {t('takeBack')}
          </UnstyledButton>
        </div>
      ) : null}
    </li>
  );
}

interface MessageDay {
  key: string;
  /** The instant of the day's first message. */
  at: string;
  messages: Message[];
}

/** Groups messages (newest first) into days with their messages in chronological order. */
function groupByDay(newestFirst: readonly Message[]): MessageDay[] {
  const days: MessageDay[] = [];
  for (const message of [...newestFirst].reverse()) {
    const key = dayKey(new Date(message.sent_at));
    const last = days.at(-1);
    if (last?.key === key) last.messages.push(message);
    else days.push({ key, at: message.sent_at, messages: [message] });
  }
  return days;
}

interface MessageBubbleProps {
  message: Message;
  /** The name of the other side. */
  name: string;
  onReport: (messageId: string) => void;
}

/** One message. Messages of the other side can be reported. */
function MessageBubble({ message: { message_id, mine, sent_at, text }, name, onReport }: MessageBubbleProps) {
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
function MessageText({ text }: { text: string }) {
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
