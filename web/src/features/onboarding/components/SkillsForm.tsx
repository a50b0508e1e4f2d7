import { useState, type ReactNode } from 'react';
import { Chip, Group, Input, Skeleton, Stack } from '@mantine/core';
import { parseTextList, type AccountData } from '@/api';
import { EntryField, FormProblem, SubmitButton, uniqueEntries, useCallForm, useReference } from '@/forms';
import { spokenLanguage } from '@/i18n/spoken-languages';
import { useTranslation } from '@/i18n/use-translation';
import { LeaveGuard } from '@/ui/LeaveGuard';
import { useUpdateAccountSkillsMutation } from '../api';

/** The maximum length of a skill. */
const SKILL_LENGTH = 60;

interface SkillsFormProps {
  /** The stored languages and skills, as JSON lists. */
  known: Pick<AccountData, 'languages' | 'skills'>;
  /** Replaces the save button once they are saved. */
  saved?: ReactNode;
  onDone?: () => void;
}

/** The provider's languages and typed skills (product.md 3.2); for onboarding and for the own page. Its texts are in the namespace 'provider'. */
export function SkillsForm({ known, saved, onDone }: SkillsFormProps) {
  const { t } = useTranslation('provider');
  const { form, typed, type, change } = useSkillsForm(known, onDone);
  const { values, errors } = form.form;
  const busy = form.progress === 'processing';
  return (
    <form {...form.formProps}>
      <LeaveGuard isDirty={() => form.isDirty() || (form.progress === 'ready' && typed !== '')} />
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
        {form.progress === 'complete' && saved ? saved : <SubmitButton progress={form.progress}>{t('saveSkills')}</SubmitButton>}
      </Stack>
    </form>
  );
}

/** The form of skills and languages. A change after saving makes it editable again. */
function useSkillsForm(known: SkillsFormProps['known'], onDone: SkillsFormProps['onDone']) {
  const [update] = useUpdateAccountSkillsMutation();
  const [typed, setTyped] = useState('');
  const form = useCallForm({
    call: 'update_account_skills',
    initial: { iv_languages: parseTextList(known.languages), iv_skills: parseTextList(known.skills) },
    // Text left in the field is added to the list.
    prepare: ({ iv_languages, iv_skills }) => ({ iv_languages, iv_skills: uniqueEntries([...iv_skills, typed]) }),
    send: (values) => update({ ...values, iv_languages: JSON.stringify(values.iv_languages) }).unwrap(),
    onDone: (_answer, saved) => {
      form.form.setFieldValue('iv_skills', saved.iv_skills);
      form.form.resetDirty(saved);
      setTyped('');
      onDone?.();
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
  error: ReactNode;
  disabled: boolean;
  onChange: (languages: string[]) => void;
}

function LanguageChips({ value, error, disabled, onChange }: LanguageChipsProps) {
  const { t, i18n } = useTranslation('provider');
  const reference = useReference();
  return (
    <Input.Wrapper label={t('languages')} labelElement="div" error={error} role="group" aria-label={t('languages')}>
      {reference ? (
        <Chip.Group multiple value={value} onChange={onChange}>
          {/* The names come from the browser, in the language of the app. */}
          <Group gap="xs" mt="2xs" mb="2xs" translate="no">
            {reference.languages.map((language) => (
              <Chip key={language} value={language} size="md" disabled={disabled} aria-invalid={error ? true : undefined}>
                {spokenLanguage(i18n.language, language)}
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
