import { Stack, Text, TextInput } from '@mantine/core';
import { useDispatch } from 'react-redux';
import { sessionChanged, useSession } from '@/api';
import { FormProblem, SubmitButton, useCallForm } from '@/forms';
import { useTranslation } from '@/i18n/use-translation';
import { serverOrigin } from '@/platform/server';
import { providerPath } from '@/routing';
import { useUpdateUsernameMutation } from '../api';
import { deleteDraft, readDraft, useDraftAutosave } from '../draft';

/** Spaces are sent as underscores. */
const withUnderscores = (name: string) => name.trim().replace(/\s+/g, '_');

interface UsernameFormProps {
  /** The current name. Without it the form starts from an earlier draft. */
  initial?: string;
  submitLabel: string;
  onDone: () => void;
}

/** Asks for the brand or business name and saves it; for onboarding and settings. */
export function UsernameForm({ initial, submitLabel, onDone }: UsernameFormProps) {
  const { t } = useTranslation('onboarding');
  const dispatch = useDispatch();
  const { ownerId } = useSession();
  const [updateUsername] = useUpdateUsernameMutation();
  const form = useCallForm({
    call: 'update_username',
    initial: initial === undefined ? readDraft('username', ownerId, { iv_username: '' }) : { iv_username: initial },
    prepare: ({ iv_username }) => ({ iv_username: withUnderscores(iv_username) }),
    send: (values) => updateUsername(values).unwrap(),
    onDone: ({ data }) => {
      deleteDraft('username', ownerId);
      dispatch(sessionChanged(data.sessionData));
      onDone();
    },
  });
  useDraftAutosave('username', initial === undefined ? ownerId : null, form.form.values);
  const typed = withUnderscores(form.form.values.iv_username);
  return (
    <form {...form.formProps}>
      <FormProblem>{form.problem}</FormProblem>
      <Stack>
        <TextInput label={t('username')} autoComplete="organization" {...form.field('iv_username')} />
        {typed ? (
          <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
            {t('address', { address: `${new URL(serverOrigin()).host}${providerPath(typed)}` })}
          </Text>
        ) : null}
        <SubmitButton progress={form.progress}>{submitLabel}</SubmitButton>
      </Stack>
    </form>
  );
}
