import { useEffect, useState } from 'react';
import { Button, Checkbox, Group, Stack, Textarea, TextInput } from '@mantine/core';
import type { BookingData } from '@/api';
import { FormProblem, useCallForm } from '@/forms';
import { useTranslation } from '@/i18n/use-translation';
import { toast } from '@/ui';
import { useMoveAppointmentMutation } from '../api';
import { moveFields, type MovedSession } from '../moves';
import { ClockNote } from './BlockForm';
import classes from './Diary.module.css';

interface MoveFormProps {
  booking: BookingData;
  /** The session, where it is or was dragged to. */
  session: MovedSession;
  timezone: string;
  /** What the server has said of this time already. */
  warned?: Readonly<Record<string, string>>;
  onDone: () => void;
  onCancel: () => void;
}

const rulesOf = (messages: Readonly<Record<string, string>>) =>
  Object.entries(messages)
    .filter(([field]) => field !== 'iv_over_rules')
    .map(([, text]) => text)
    .join(' ');

/** Another time or length for an appointment, without dragging; and for a time that breaks the provider's own rules. */
export function MoveForm({ booking, session, timezone, warned, onDone, onCancel }: MoveFormProps) {
  const { t } = useTranslation(['diary', 'ui']);
  const [move] = useMoveAppointmentMutation();
  const { iv_order_id, iv_session_position, iv_duration, ...begins } = moveFields(session, timezone);
  const [warnedOf, setWarnedOf] = useState(warned ? timeOf({ ...begins, iv_duration: String(iv_duration) }) : '');
  const form = useCallForm({
    call: 'move_appointment',
    initial: { ...begins, iv_duration: String(iv_duration), iv_feedback: '', iv_over_rules: 'no' as 'yes' | 'no' },
    prepare: (fields) => (timeOf(fields) === warnedOf ? fields : { ...fields, iv_over_rules: 'no' as const }),
    send: (fields) => {
      setWarnedOf(timeOf(fields));
      return move({ iv_order_id, iv_session_position, ...fields, iv_duration: Number(fields.iv_duration) }).unwrap();
    },
    onDone: ({ data }) => {
      toast.done(t(`moving.done_${data.how}`, { name: booking.name || booking.guest_name }));
      onDone();
    },
  });
  const { setFieldError } = form.form;
  const isWarned = warned?.['iv_over_rules'];
  useEffect(() => {
    if (isWarned) setFieldError('iv_over_rules', isWarned);
    // Once, when the form is there.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, []);
  const over = form.form.values.iv_over_rules;
  const overError = form.form.errors['iv_over_rules'];
  return (
    <form {...form.formProps}>
      <Stack gap="sm">
        <ClockNote timezone={timezone} />
        <TextInput type="date" label={t('booking.date')} data-autofocus {...form.field('iv_date')} />
        <div className={classes.pair}>
          <TextInput type="time" label={t('booking.from')} {...form.field('iv_start_time')} />
          <TextInput inputMode="numeric" label={t('booking.duration')} {...form.field('iv_duration')} />
        </div>
        <Textarea autosize minRows={2} label={t('moving.message')} {...form.field('iv_feedback')} />
        <FormProblem>{form.problem ?? (warned && over === 'no' ? rulesOf(warned) : null)}</FormProblem>
        {over === 'yes' || overError ? (
          <Checkbox
            label={t('moving.overRules')}
            error={overError}
            aria-invalid={Boolean(overError)}
            checked={over === 'yes'}
            onChange={(event) => form.form.setFieldValue('iv_over_rules', event.currentTarget.checked ? 'yes' : 'no')}
          />
        ) : null}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onCancel}>
            {t('ui:back')}
          </Button>
          <Button type="submit" loading={form.progress === 'processing'}>
            {t('moving.move')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

const timeOf = ({ iv_date, iv_start_time, iv_duration }: { iv_date: string; iv_start_time: string; iv_duration: string }) =>
  [iv_date, iv_start_time, iv_duration].join(' ');
