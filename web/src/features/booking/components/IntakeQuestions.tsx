import { FileInput, Radio, Stack, Textarea, TextInput } from '@mantine/core';
import { IconFileTypePdf, IconPaperclip, IconPhoto } from '@tabler/icons-react';
import { limitsOf, useRuleTexts } from '@/forms';
import { useTranslation } from '@/i18n/use-translation';
import { PDF, PICTURES_AND_PDFS } from '@/platform/files';
import type { Booking } from '../hooks/use-booking';
import { useFocusOnProblem } from '../hooks/use-focus-on-problem';
import { fieldOfAnswer, type Question } from '../intake';
import classes from './BookingPanel.module.css';

/** What the chosen services ask, each message beside its question (product.md 4.21). */
export function IntakeQuestions({ booking }: { booking: Booking }) {
  const { t } = useTranslation('booking');
  const { asked } = booking.intake;
  const element = useFocusOnProblem(booking);
  if (asked.length === 0) return null;
  return (
    <div ref={element}>
      <h3 className={classes.label}>{t('intake.title', { name: booking.provider.name })}</h3>
      <p className={classes.note}>{t('intake.private', { name: booking.provider.name })}</p>
      {asked.map(({ service_id, service, questions }) => (
        <Stack key={service_id} gap="sm" mt="xs" mb="md" role="group" aria-label={service}>
          {asked.length > 1 ? <strong>{service}</strong> : null}
          {questions.map((question) => (
            <AnswerField key={question.question_id} booking={booking} question={question} />
          ))}
        </Stack>
      ))}
    </div>
  );
}

/** One question, as its kind is answered. */
function AnswerField({ booking, question }: { booking: Booking; question: Question }) {
  const { t } = useTranslation('booking');
  const said = useRuleTexts();
  const { question_id: id, kind, text, required, options } = question;
  const { answer, choose, files, problems } = booking.intake;
  const field = fieldOfAnswer(id);
  const problem = problems[field] ?? booking.failure?.iv_msg[field];
  const shared = {
    label: required ? text : t('intake.optional', { question: text }),
    error: problem ? said(problem) : undefined,
    'aria-required': required || undefined,
    disabled: booking.sending,
  };
  const typed = {
    value: booking.flow.answers[id] ?? '',
    onChange: (event: { currentTarget: { value: string } }) => answer(id, event.currentTarget.value),
  };
  const longest =
    kind === 'short' || kind === 'long' || kind === 'number' ? limitsOf('create_appointment_order', `iv_answer_${kind}`).max : undefined;
  switch (kind) {
    case 'long':
      return <Textarea {...shared} {...typed} maxLength={longest} autosize minRows={3} maxRows={10} />;
    case 'choice':
      return (
        <Radio.Group
          {...shared}
          aria-required={undefined}
          required={required}
          withAsterisk={false}
          value={typed.value}
          onChange={(chosen) => answer(id, chosen)}
          data-invalid={problem ? 'true' : undefined}
        >
          <Stack gap="2xs" mt="2xs">
            {options.map((option) => (
              <Radio key={option} value={option} label={<bdi>{option}</bdi>} disabled={booking.sending} />
            ))}
          </Stack>
        </Radio.Group>
      );
    case 'file':
      return (
        <FileInput
          {...shared}
          description={t('intake.fileHint')}
          placeholder={t('intake.choose')}
          accept={PICTURES_AND_PDFS}
          clearable
          clearButtonProps={{ 'aria-label': t('intake.remove') }}
          leftSection={<FileIcon file={files[id]} />}
          value={files[id] ?? null}
          onChange={(file) => choose(id, file)}
        />
      );
    default:
      return <TextInput {...shared} {...typed} maxLength={longest} inputMode={kind === 'number' ? 'decimal' : undefined} />;
  }
}

/** What was chosen; a clip as long as that is nothing. */
function FileIcon({ file }: { file: File | undefined }) {
  if (!file) return <IconPaperclip size={18} aria-hidden />;
  return file.type === PDF ? <IconFileTypePdf size={18} aria-hidden /> : <IconPhoto size={18} aria-hidden />;
}
