import { type FormEvent, useRef, useState } from 'react';
import { Button, Group, Textarea, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { useTranslation } from '@/i18n/use-translation';
import { asFailure } from '@/api';
import { phoneText } from '@/ui/phone';
import { EntryField } from '@/forms/EntryField';
import { uniqueEntries } from '@/forms/list-entries';
import { type ClientShown, useUpdateClientMutation } from '../api';
import classes from './ClientEditors.module.css';

/** A note is at most this long. */
const longestNote = 5000;

/** The private note, with what became of the last save. */
export function NoteEditor({ client }: { client: ClientShown }) {
  const { t } = useTranslation('clients');
  const { text, type, state, problem, save } = useNote(client.client_id, client.note);
  return (
    <section aria-label={t('note')}>
      <Textarea
        label={t('note')}
        description={t('noteHint')}
        autosize
        minRows={3}
        maxRows={16}
        dir="auto"
        maxLength={longestNote}
        error={problem}
        value={text}
        onChange={(event) => type(event.currentTarget.value)}
        onBlur={save}
      />
      <Group gap="sm" mt="xs">
        <Button variant="light" disabled={state === 'saved'} loading={state === 'saving'} onClick={save}>
          {t('save')}
        </Button>
        <span role="status" className={classes.state} data-state={state}>
          {t(`state.${state}`)}
        </span>
      </Group>
    </section>
  );
}

type NoteState = 'saved' | 'unsaved' | 'saving' | 'failed';

/** A note is saved after this pause in typing, in milliseconds. */
const typingPause = 1200;

/**
 * A client's note while it is written. It is saved after a pause, on leaving and on demand; one save waits for the one
 * before it. What was typed stays whatever becomes of a save.
 */
function useNote(clientId: string, known: string) {
  const [update] = useUpdateClientMutation();
  const [text, setText] = useState(known);
  const [state, setState] = useState<NoteState>('saved');
  const [problem, setProblem] = useState<string | null>(null);
  const newest = useRef(known);
  const sent = useRef(known);
  const last = useRef(Promise.resolve());
  const send = async () => {
    const note = newest.current;
    if (note === sent.current) return;
    setState('saving');
    setProblem(null);
    try {
      await update({ iv_client_id: clientId, iv_note: note }).unwrap();
      sent.current = note;
      setState(newest.current === note ? 'saved' : 'unsaved');
    } catch (error) {
      const { iv_msg } = asFailure(error);
      setProblem(iv_msg['iv_note'] ?? null);
      setState('failed');
    }
  };
  const save = () => {
    last.current = last.current.then(send);
  };
  const saveLater = useDebouncedCallback(save, { delay: typingPause, flushOnUnmount: true });
  const type = (typed: string) => {
    setText(typed);
    newest.current = typed;
    setState('unsaved');
    saveLater();
  };
  return { text, type, state, problem, save };
}

/** A number with its spaces, brackets and dashes is at most this long. */
const longestTyped = 40;

/** The provider's own entry of a client's number. What was typed stays when it is refused or not saved. */
export function PhoneEditor({ client }: { client: ClientShown }) {
  const { t } = useTranslation('clients');
  const [update, { isLoading }] = useUpdateClientMutation();
  const [saved, setSaved] = useState(phoneText(client.phone));
  const [typed, setTyped] = useState(saved);
  const [problem, setProblem] = useState<string | null>(null);
  const save = async (event: FormEvent) => {
    event.preventDefault();
    setProblem(null);
    try {
      const { data } = await update({ iv_client_id: client.client_id, iv_phone: typed }).unwrap();
      const kept = phoneText(data.client.phone);
      setSaved(kept);
      setTyped(kept);
    } catch (error) {
      setProblem(asFailure(error).iv_msg['iv_phone'] ?? t('phoneFailed'));
    }
  };
  const isSaved = typed === saved;
  const state = problem ? 'failed' : isSaved ? 'saved' : 'unsaved';
  return (
    <form aria-label={t('phone')} noValidate onSubmit={(event) => void save(event)}>
      <TextInput
        type="tel"
        dir="ltr"
        label={t('phone')}
        description={t('noteHint')}
        autoComplete="off"
        maxLength={longestTyped}
        error={problem}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      <Group gap="sm" mt="xs">
        <Button type="submit" variant="light" disabled={isSaved} loading={isLoading}>
          {t('savePhone')}
        </Button>
        <span role="status" className={classes.state} data-state={state}>
          {state === 'unsaved' ? t('state.unsaved') : null}
        </span>
      </Group>
    </form>
  );
}

/** A tag is at most this long. */
const longestTag = 40;

/** The client's tags; each change is saved at once. What is not saved stays on the page. */
export function TagsEditor({ client }: { client: ClientShown }) {
  const { t } = useTranslation('clients');
  const [update] = useUpdateClientMutation();
  const [tags, setTags] = useState<readonly string[]>(client.tags);
  const [typed, setTyped] = useState('');
  const [problem, setProblem] = useState('');
  const change = async (entries: string[]) => {
    const iv_tags = uniqueEntries(entries);
    setTags(iv_tags);
    setProblem('');
    try {
      await update({ iv_client_id: client.client_id, iv_tags }).unwrap();
    } catch (error) {
      setProblem(asFailure(error).iv_msg['iv_tags'] ?? t('tagsFailed'));
    }
  };
  return (
    <section aria-label={t('tags')}>
      <EntryField
        shape="chips"
        label={t('addTag')}
        description={t('tagLimit')}
        error={problem}
        entries={tags}
        typed={typed}
        maxLength={longestTag}
        onTyped={setTyped}
        onChange={(entries) => void change(entries)}
      />
    </section>
  );
}
