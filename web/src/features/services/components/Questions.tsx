import { ActionIcon, Button, Group, Input, Select, Stack, Switch, Textarea, TextInput } from '@mantine/core';
import { IconArrowUp, IconPlus, IconTrash } from '@tabler/icons-react';
import { limitsOf, type CallForm } from '@/forms';
import { useTranslation } from '@/i18n/use-translation';
import type { ServiceDraft } from '../model';
import {
  fieldOfQuestion,
  MOST_QUESTIONS,
  movedUp,
  newQuestion,
  optionsOf,
  QUESTION_KINDS,
  withQuestion,
  type QuestionDraft,
} from '../questions';
import classes from './BookingRules.module.css';

/** What clients are asked when they book the service, in order (product.md 3.13). */
export function Questions({ form }: { form: CallForm<ServiceDraft> }) {
  const { t } = useTranslation('services');
  const questions = form.form.values.iv_questions;
  const { error, disabled } = form.field('iv_questions');
  const set = (changed: QuestionDraft[]) => form.form.setFieldValue('iv_questions', changed);
  return (
    <Input.Wrapper label={t('questions.title')} labelElement="div" description={t('questions.lead')} error={error}>
      <Stack gap="sm" mt="2xs">
        {questions.map((question, index) => (
          <QuestionFields
            // Ids come with saving: until then a question is known by its place.
            key={question.question_id || `new-${index}`}
            question={question}
            index={index}
            error={form.form.errors[fieldOfQuestion(index)]}
            disabled={disabled}
            onChange={(change) => {
              form.form.clearFieldError(fieldOfQuestion(index));
              set(withQuestion(questions, index, change));
            }}
            onUp={() => set(movedUp(questions, index))}
            onRemove={() => set(questions.toSpliced(index, 1))}
          />
        ))}
        {questions.length < MOST_QUESTIONS ? (
          <Button
            variant="light"
            disabled={disabled}
            leftSection={<IconPlus size={16} aria-hidden />}
            onClick={() => set([...questions, newQuestion])}
          >
            {t('questions.add')}
          </Button>
        ) : null}
      </Stack>
    </Input.Wrapper>
  );
}

interface QuestionFieldsProps {
  question: QuestionDraft;
  index: number;
  error: React.ReactNode;
  disabled: boolean;
  onChange: (change: Partial<QuestionDraft>) => void;
  onUp: () => void;
  onRemove: () => void;
}

function QuestionFields({ question, index, error, disabled, onChange, onUp, onRemove }: QuestionFieldsProps) {
  const { t } = useTranslation('services');
  const number = index + 1;
  // The message is about the options where the text is fine: a choice needs some.
  const ofOptions = question.kind === 'choice' && question.text.trim().length >= 3;
  return (
    <div className={classes.question} role="group" aria-label={t('questions.one', { number })}>
      <Group justify="space-between" wrap="nowrap">
        <strong>{t('questions.one', { number })}</strong>
        <Group gap="2xs" wrap="nowrap">
          {index > 0 ? (
            <ActionIcon variant="subtle" size="lg" disabled={disabled} aria-label={t('questions.up', { number })} onClick={onUp}>
              <IconArrowUp size={18} aria-hidden />
            </ActionIcon>
          ) : null}
          <ActionIcon variant="subtle" size="lg" disabled={disabled} aria-label={t('questions.remove', { number })} onClick={onRemove}>
            <IconTrash size={18} aria-hidden />
          </ActionIcon>
        </Group>
      </Group>
      <TextInput
        label={t('questions.text')}
        value={question.text}
        maxLength={limitsOf('update_account_services', 'iv_question_text').max}
        disabled={disabled}
        error={ofOptions ? undefined : error}
        onChange={(event) => onChange({ text: event.currentTarget.value })}
      />
      <Select
        label={t('questions.kind')}
        data={QUESTION_KINDS.map((value) => ({ value, label: t(`questions.${value}`) }))}
        value={question.kind}
        disabled={disabled}
        onChange={(kind) => onChange({ kind: kind ?? 'short' })}
      />
      {question.kind === 'choice' ? (
        <Textarea
          label={t('questions.options')}
          description={t('questions.optionsHint')}
          autosize
          minRows={2}
          value={question.options.join('\n')}
          disabled={disabled}
          error={ofOptions ? error : undefined}
          onChange={(event) => onChange({ options: optionsOf(event.currentTarget.value) })}
        />
      ) : null}
      <Switch
        label={t('questions.required')}
        checked={question.required}
        disabled={disabled}
        onChange={(event) => onChange({ required: event.currentTarget.checked })}
      />
    </div>
  );
}
