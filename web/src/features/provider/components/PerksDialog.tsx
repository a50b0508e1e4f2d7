import { useState } from 'react';
import { Button, Group, Stack } from '@mantine/core';
import { IconListCheck, IconSparkles, IconTrash } from '@tabler/icons-react';
import { parseTextList, type AccountData } from '@/api';
import { EntryField, FormProblem, SubmitButton, uniqueEntries, useCallForm, useReference } from '@/forms';
import { useTranslation } from '@/i18n/use-translation';
import { EmptyState, Sheet } from '@/ui';
import { useUpdateAccountPolicyPerksMutation } from '../api';
import { SavedNotice } from './SavedNotice';

/** The maximum length of a policy or perk. */
const PERK_LENGTH = 300;

interface PerksDialogProps {
  provider: AccountData;
  onClose: () => void;
}

function usePerksForm(stored: string[]) {
  const [update] = useUpdateAccountPolicyPerksMutation();
  const [typed, setTyped] = useState('');
  const form = useCallForm({
    call: 'update_account_policy_perks',
    initial: { iv_policy_perks: stored },
    // Text left in the field is added to the list.
    prepare: ({ iv_policy_perks }) => ({ iv_policy_perks: uniqueEntries([typed, ...iv_policy_perks]) }),
    send: (values) => update(values).unwrap(),
    onDone: (_answer, { iv_policy_perks }) => {
      setPerks(iv_policy_perks);
      setTyped('');
    },
  });
  const setPerks = (list: string[]) => form.form.setFieldValue('iv_policy_perks', list);
  return { ...form, perks: form.form.values.iv_policy_perks, setPerks, typed, setTyped };
}

/** 'Update your policy & perks list' (product.md 3.2): typed, or started from samples. */
export function PerksDialog({ provider, onClose }: PerksDialogProps) {
  const { t } = useTranslation(['provider', 'ui']);
  const { form, formProps, problem, progress, perks, setPerks, typed, setTyped } = usePerksForm(parseTextList(provider.policy_perks));
  const ready = progress === 'ready';
  const footer = progress === 'complete' ? null : <PerksFooter perks={perks} disabled={!ready} onChange={setPerks} />;
  return (
    <Sheet opened onClose={onClose} title={t('updatePerks')} size="lg" footer={footer}>
      <form {...formProps}>
        <FormProblem>{problem}</FormProblem>
        <Stack>
          <EntryField
            shape="rows"
            label={t('perk')}
            description={t('perkHint')}
            error={form.errors['iv_policy_perks']}
            maxLength={PERK_LENGTH}
            entries={perks}
            typed={typed}
            disabled={!ready}
            onTyped={setTyped}
            onChange={setPerks}
          />
          {perks.length ? null : <EmptyState icon={IconListCheck}>{t('perksEmpty')}</EmptyState>}
          {progress === 'complete' ? (
            <>
              <SavedNotice>{t('perksSaved')}</SavedNotice>
              <Button variant="light" onClick={onClose}>
                {t('ui:done')}
              </Button>
            </>
          ) : (
            <SubmitButton progress={progress}>{t('savePerks')}</SubmitButton>
          )}
        </Stack>
      </form>
    </Sheet>
  );
}

interface PerksFooterProps {
  perks: string[];
  disabled: boolean;
  onChange: (perks: string[]) => void;
}

/** One button fills the list with the samples, the other clears it. Nothing is kept before it is saved. */
function PerksFooter({ perks, disabled, onChange }: PerksFooterProps) {
  const { t } = useTranslation('provider');
  const reference = useReference();
  return (
    <Group justify="space-between">
      <Button
        variant="subtle"
        leftSection={<IconSparkles size={18} aria-hidden />}
        disabled={disabled || !reference}
        onClick={() => onChange(reference?.sample_policy_perks ?? [])}
      >
        {t('generateSample')}
      </Button>
      {perks.length ? (
        <Button
          variant="subtle"
          color="red"
          leftSection={<IconTrash size={18} aria-hidden />}
          disabled={disabled}
          onClick={() => onChange([])}
        >
          {t('deleteAll')}
        </Button>
      ) : null}
    </Group>
  );
}
