import { type ReactNode, useState } from 'react';
import { Button, Group, Stack } from '@mantine/core';
import { IconArrowLeft, IconCircleCheck, IconListCheck, IconSparkles, IconTrash } from '@tabler/icons-react';
import { useLocation, useNavigate } from 'react-router-dom';
import { type AccountData, parseTextList } from '@/api';
import { SkillsForm } from '@/features/onboarding';
import { useTranslation } from '@/i18n/use-translation';
import { paths, type ProfileDialogName } from '@/routing';
import { EmptyState, Sheet, toast } from '@/ui';
import { LeaveGuard } from '@/ui/LeaveGuard';
import { EntryField, FormProblem, SubmitButton, uniqueEntries, useCallForm, useReference } from '@/forms';
import { OwnProfileForm } from './OwnProfileForm';
import classes from './EditDialogs.module.css';
import { useUpdateAccountPolicyPerksMutation } from '../api';

interface EditDialogsProps {
  dialog: ProfileDialogName;
  provider: AccountData;
  onClose: () => void;
}

/** The dialogs in which providers edit their own page, fetched when one is opened. */
export default function EditDialogs({ dialog, provider, onClose }: EditDialogsProps) {
  switch (dialog) {
    case 'profile':
      return <ProfileDialog onClose={onClose} />;
    case 'skills':
      return <SkillsDialog provider={provider} onClose={onClose} />;
    case 'perks':
      return <PerksDialog provider={provider} onClose={onClose} />;
  }
}

/** 'Update profile info' over the page. Saving returns to /my_account. */
function ProfileDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation(['onboarding', 'provider']);
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const done = () => {
    toast.done(t('provider:profileSaved'));
    if (pathname === paths.myAccount) onClose();
    else void navigate(paths.myAccount, { replace: true });
  };
  return (
    <Sheet opened onClose={onClose} title={t('updateTitle')} size="lg">
      <OwnProfileForm onDone={done} />
    </Sheet>
  );
}

interface SkillsDialogProps {
  provider: AccountData;
  onClose: () => void;
}

/** 'Update skills': the provider's languages and typed skills. */
function SkillsDialog({ provider, onClose }: SkillsDialogProps) {
  const { t } = useTranslation(['provider', 'ui']);
  return (
    <Sheet opened onClose={onClose} title={t('updateSkills')} size="lg">
      <div className={classes.bar}>
        <Button
          variant="subtle"
          size="compact-md"
          leftSection={<IconArrowLeft size={16} className={classes.back} aria-hidden />}
          onClick={onClose}
        >
          {t('ui:back')}
        </Button>
        <Button variant="light" size="compact-md" onClick={onClose}>
          {t('ui:done')}
        </Button>
      </div>
      <SkillsForm known={provider} saved={<SavedNotice>{t('skillsSaved')}</SavedNotice>} />
    </Sheet>
  );
}

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
      form.form.resetDirty({ iv_policy_perks });
    },
  });
  const setPerks = (list: string[]) => form.form.setFieldValue('iv_policy_perks', list);
  return { ...form, perks: form.form.values.iv_policy_perks, setPerks, typed, setTyped };
}

/** 'Update your policy & perks list' (product.md 3.2): typed, or started from samples. */
function PerksDialog({ provider, onClose }: PerksDialogProps) {
  const { t } = useTranslation(['provider', 'ui']);
  const { form, formProps, isDirty, problem, progress, perks, setPerks, typed, setTyped } = usePerksForm(
    parseTextList(provider.policy_perks),
  );
  const ready = progress === 'ready';
  const footer = progress === 'complete' ? null : <PerksFooter perks={perks} disabled={!ready} onChange={setPerks} />;
  return (
    <Sheet opened onClose={onClose} title={t('updatePerks')} size="lg" footer={footer}>
      <form {...formProps}>
        <LeaveGuard isDirty={() => isDirty() || (ready && typed !== '')} />
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

/** One button adds the samples to the list, the other clears it. Nothing is kept before it is saved. */
function PerksFooter({ perks, disabled, onChange }: PerksFooterProps) {
  const { t } = useTranslation('provider');
  const reference = useReference();
  return (
    <Group justify="space-between">
      <Button
        variant="subtle"
        leftSection={<IconSparkles size={18} aria-hidden />}
        disabled={disabled || !reference}
        onClick={() => onChange(uniqueEntries([...perks, ...(reference?.sample_policy_perks ?? [])]))}
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

/** Says that the changes are saved; replaces the save button. */
function SavedNotice({ children }: { children: ReactNode }) {
  return (
    <p role="status" className={classes.saved}>
      <IconCircleCheck size={24} aria-hidden />
      {children}
    </p>
  );
}
