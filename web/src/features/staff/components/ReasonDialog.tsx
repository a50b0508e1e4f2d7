import { useState } from 'react';
import { Stack, Text, Textarea } from '@mantine/core';
import type { Envelope } from '@/api';
import { FormProblem, limitsOf, SubmitButton, useCallForm } from '@/forms';
import { useTranslation } from '@/i18n/use-translation';
import { Sheet, toast } from '@/ui';

interface ReasonDialogProps {
  call:
    | 'staff_set_post_standing'
    | 'staff_set_review_standing'
    | 'staff_set_account_standing'
    | 'staff_set_verification'
    | 'staff_end_guest_link';
  title: string;
  /** Explains the effect. */
  text: string;
  submit: string;
  /** The success message. */
  done: string;
  danger: boolean;
  /** Who reads the reason: the person concerned, or only who reads the log. */
  readBy?: 'person' | 'log';
  send: (note: string) => Promise<Envelope<unknown>>;
  onClose: () => void;
}

/** A staff action: its effect, and the reason, which the affected person will read, or the log keeps. */
export function ReasonDialog(given: ReasonDialogProps) {
  const { t } = useTranslation('staff');
  // The dialog keeps its initial content, although its action changes the page behind it.
  const [{ call, title, text, submit, done, danger, readBy }] = useState(given);
  const { send, onClose } = given;
  const form = useCallForm({
    call,
    initial: { iv_note: '' },
    send: ({ iv_note }) => send(iv_note),
    onDone: () => {
      toast.done(done);
      onClose();
    },
  });
  const { required, max = 0 } = limitsOf(call, 'iv_note');
  const typed = Array.from(form.form.values.iv_note).length;
  return (
    <Sheet opened onClose={onClose} title={title}>
      <form {...form.formProps}>
        <FormProblem>{form.problem}</FormProblem>
        <Stack>
          <Text>{text}</Text>
          <Textarea
            {...form.field('iv_note')}
            label={t(required ? 'reason' : 'optionalNote')}
            description={t(readBy === 'log' ? 'logHint' : 'noteHint', { count: typed, most: max })}
            inputWrapperOrder={['label', 'input', 'error', 'description']}
            minRows={3}
            maxRows={8}
            autosize
          />
          <SubmitButton progress={form.progress} {...(danger ? { color: 'red' } : {})}>
            {submit}
          </SubmitButton>
        </Stack>
      </form>
    </Sheet>
  );
}
