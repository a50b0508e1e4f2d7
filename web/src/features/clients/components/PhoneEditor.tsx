import { useState, type FormEvent } from 'react';
import { Button, Group, TextInput } from '@mantine/core';
import { asFailure } from '@/api';
import { useTranslation } from '@/i18n/use-translation';
import { phoneText } from '@/ui/phone';
import { useUpdateClientMutation, type ClientShown } from '../api';
import classes from './NoteEditor.module.css';

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
