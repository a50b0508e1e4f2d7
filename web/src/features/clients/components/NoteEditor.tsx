import { Button, Group, Textarea } from '@mantine/core';
import { useTranslation } from '@/i18n/use-translation';
import type { ClientShown } from '../api';
import { useNote } from '../hooks/use-note';
import classes from './NoteEditor.module.css';

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
