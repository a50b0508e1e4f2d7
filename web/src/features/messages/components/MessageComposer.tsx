import { useId, type KeyboardEvent } from 'react';
import { ActionIcon, Textarea } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconSend2 } from '@tabler/icons-react';
import { useTranslation } from '@/i18n/use-translation';
import type { Outbox } from '../hooks/use-outbox';
import classes from './Conversation.module.css';

/** The maximum length of a message (api.md 6), and the length from which the counter shows. */
const MAX_LENGTH = 1000;
const COUNTER_FROM = 900;

/** The message field. Enter sends and Shift+Enter starts a line; on touch screens only the button sends. */
export function MessageComposer({ name, outbox: { draft, write, send } }: { name: string; outbox: Outbox }) {
  const { t } = useTranslation('messages');
  const text = draft.trim();
  const length = Array.from(text).length;
  const sendable = length > 0 && length <= MAX_LENGTH;
  const submit = () => {
    if (sendable) send(text);
  };
  return (
    <form
      className={classes.composer}
      data-bottom-bar
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <Field label={t('write', { name })} length={length} draft={draft} onWrite={write} onEnter={submit} />
      <ActionIcon type="submit" size={44} variant="filled" disabled={!sendable} aria-label={t('send')}>
        <IconSend2 size={20} className={classes.turned} />
      </ActionIcon>
    </form>
  );
}

interface FieldProps {
  label: string;
  draft: string;
  length: number;
  onWrite: (draft: string) => void;
  onEnter: () => void;
}

/** The text area; near the limit it shows a counter. */
function Field({ label, draft, length, onWrite, onEnter }: FieldProps) {
  const { t } = useTranslation('messages');
  const touch = useMediaQuery('(pointer: coarse)', false);
  const hintId = useId();
  const counted = length >= COUNTER_FROM;
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing || touch) return;
    event.preventDefault();
    onEnter();
  };
  return (
    <div className={classes.field}>
      <Textarea
        autosize
        minRows={1}
        maxRows={6}
        dir="auto"
        aria-label={label}
        aria-describedby={counted ? hintId : undefined}
        aria-invalid={length > MAX_LENGTH || undefined}
        placeholder={t('writeHere')}
        value={draft}
        onChange={(event) => onWrite(event.currentTarget.value)}
        onKeyDown={onKeyDown}
      />
      {counted ? (
        <span id={hintId} className={classes.letters} data-over={length > MAX_LENGTH || undefined}>
          {t('letters', { count: length, most: MAX_LENGTH })}
        </span>
      ) : null}
    </div>
  );
}
