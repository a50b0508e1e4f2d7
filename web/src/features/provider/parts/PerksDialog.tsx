import { useState } from 'react';
import { Button, Group, Stack } from '@mantine/core';
import { IconListCheck, IconSparkles, IconTrash } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useUpdateAccountPolicyPerksMutation, type AccountData } from '@/api';
import { EntryField, FormProblem, SubmitButton, uniqueEntries, useCallForm, useReference } from '@/forms';
import { Empty, Sheet } from '@/ui';
import { listOf } from '../lists';
import { Saved } from './Saved';

/** The longest policy or perk that is taken. */
const PERK_LENGTH = 300;

interface PerksDialogProps {
  provider: AccountData;
  onClose: () => void;
}

/** 'Update your policy & perks list' (spec 2, section 2): typed, or begun with samples. */
export function PerksDialog({ provider, onClose }: PerksDialogProps) {
  const { t } = useTranslation(['provider', 'ui']);
  const reference = useReference();
  const [update] = useUpdateAccountPolicyPerksMutation();
  const [typed, setTyped] = useState('');
  const form = useCallForm({
    call: 'update_account_policy_perks',
    initial: { iv_policy_perks: listOf(provider.policy_perks) },
    prepare: ({ iv_policy_perks }) => ({ iv_policy_perks: uniqueEntries([typed, ...iv_policy_perks]) }),
    send: (values) => update(values).unwrap(),
    onDone: (_answer, { iv_policy_perks }) => {
      setPerks(iv_policy_perks);
      setTyped('');
    },
  });
  const perks = form.form.values.iv_policy_perks;
  const setPerks = (list: string[]) => form.form.setFieldValue('iv_policy_perks', list);
  const ready = form.progress === 'ready';
  const footer = (
    <Group justify="space-between">
      <Button
        variant="subtle"
        leftSection={<IconSparkles size={18} aria-hidden />}
        disabled={!ready || !reference}
        onClick={() => setPerks(uniqueEntries([...perks, ...(reference?.sample_policy_perks ?? [])]))}
      >
        {t('generateSample')}
      </Button>
      {perks.length ? (
        <Button variant="subtle" color="red" leftSection={<IconTrash size={18} aria-hidden />} disabled={!ready} onClick={() => setPerks([])}>
          {t('deleteAll')}
        </Button>
      ) : null}
    </Group>
  );
  return (
    <Sheet opened onClose={onClose} title={t('updatePerks')} size="lg" footer={form.progress === 'complete' ? null : footer}>
      <form {...form.formProps}>
        <FormProblem>{form.problem}</FormProblem>
        <Stack>
          <EntryField
            shape="rows"
            label={t('perk')}
            description={t('perkHint')}
            error={form.form.errors['iv_policy_perks']}
            maxLength={PERK_LENGTH}
            entries={perks}
            typed={typed}
            disabled={!ready}
            onTyped={setTyped}
            onChange={setPerks}
          />
          {perks.length ? null : <Empty icon={IconListCheck}>{t('perksEmpty')}</Empty>}
          {form.progress === 'complete' ? (
            <>
              <Saved>{t('perksSaved')}</Saved>
              <Button variant="light" onClick={onClose}>
                {t('ui:done')}
              </Button>
            </>
          ) : (
            <SubmitButton progress={form.progress}>{t('savePerks')}</SubmitButton>
          )}
        </Stack>
      </form>
    </Sheet>
  );
}
