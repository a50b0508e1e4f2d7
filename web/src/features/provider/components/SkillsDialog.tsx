import { useState } from 'react';
import { Button, Chip, Group, Input, Skeleton, Stack } from '@mantine/core';
import { IconArrowLeft } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { parseTextList, type AccountData } from '@/api';
import { EntryField, FormProblem, SubmitButton, uniqueEntries, useCallForm, useReference } from '@/forms';
import { Sheet } from '@/ui';
import { useUpdateAccountSkillsMutation } from '../api';
import classes from './EditDialogs.module.css';
import { SavedNotice } from './SavedNotice';

/** The maximum length of a skill. */
const SKILL_LENGTH = 60;

interface SkillsDialogProps {
  provider: AccountData;
  onClose: () => void;
}

/** 'Update skills': the provider's languages and typed skills. */
export function SkillsDialog({ provider, onClose }: SkillsDialogProps) {
  const { t } = useTranslation(['provider', 'ui']);
  return (
    <Sheet opened onClose={onClose} title={t('updateSkills')} size="lg">
      <div className={classes.bar}>
        <Button variant="subtle" size="compact-md" leftSection={<IconArrowLeft size={16} className={classes.back} aria-hidden />} onClick={onClose}>
          {t('ui:back')}
        </Button>
        <Button variant="light" size="compact-md" onClick={onClose}>
          {t('ui:done')}
        </Button>
      </div>
      <SkillsForm provider={provider} />
    </Sheet>
  );
}

function SkillsForm({ provider }: { provider: AccountData }) {
  const { t } = useTranslation('provider');
  const { form, typed, type, change } = useSkillsForm(provider);
  const { values, errors } = form.form;
  const busy = form.progress === 'processing';
  return (
    <form {...form.formProps}>
      <FormProblem>{form.problem}</FormProblem>
      <Stack gap="lg">
        <LanguageChips
          value={values.iv_languages}
          error={errors['iv_languages']}
          disabled={busy}
          onChange={(languages) => change('iv_languages', languages)}
        />
        <EntryField
          shape="chips"
          label={t('skills')}
          description={t('skillsHint')}
          error={errors['iv_skills']}
          maxLength={SKILL_LENGTH}
          entries={values.iv_skills}
          typed={typed}
          disabled={busy}
          onTyped={type}
          onChange={(skills) => change('iv_skills', skills)}
        />
        {form.progress === 'complete' ? <SavedNotice>{t('skillsSaved')}</SavedNotice> : <SubmitButton progress={form.progress}>{t('saveSkills')}</SubmitButton>}
      </Stack>
    </form>
  );
}

/** The form of skills and languages. A change after saving makes it editable again. */
function useSkillsForm(provider: AccountData) {
  const [update] = useUpdateAccountSkillsMutation();
  const [typed, setTyped] = useState('');
  const form = useCallForm({
    call: 'update_account_skills',
    initial: { iv_languages: parseTextList(provider.languages), iv_skills: parseTextList(provider.skills) },
    // Text left in the field is added to the list.
    prepare: ({ iv_languages, iv_skills }) => ({ iv_languages, iv_skills: uniqueEntries([...iv_skills, typed]) }),
    send: (values) => update({ ...values, iv_languages: JSON.stringify(values.iv_languages) }).unwrap(),
    onDone: (_answer, { iv_skills }) => {
      form.form.setFieldValue('iv_skills', iv_skills);
      setTyped('');
    },
  });
  return {
    form,
    typed,
    type: (text: string) => {
      setTyped(text);
      form.restart();
    },
    change: (field: 'iv_languages' | 'iv_skills', list: string[]) => {
      form.form.setFieldValue(field, list);
      form.restart();
    },
  };
}

interface LanguageChipsProps {
  value: string[];
  error: React.ReactNode;
  disabled: boolean;
  onChange: (languages: string[]) => void;
}

function LanguageChips({ value, error, disabled, onChange }: LanguageChipsProps) {
  const { t } = useTranslation('provider');
  const reference = useReference();
  return (
    <Input.Wrapper label={t('languages')} labelElement="div" error={error} role="group" aria-label={t('languages')}>
      {reference ? (
        <Chip.Group multiple value={value} onChange={onChange}>
          <Group gap="xs" mt={4} mb={4}>
            {reference.languages.map((language) => (
              <Chip key={language} value={language} size="md" disabled={disabled} aria-invalid={error ? true : undefined}>
                {t(`language.${language}` as 'language.english', language)}
              </Chip>
            ))}
          </Group>
        </Chip.Group>
      ) : (
        <Skeleton height={40} />
      )}
    </Input.Wrapper>
  );
}
