import { useState } from 'react';
import { Button, Group, Stack, Text } from '@mantine/core';
import type { BookingData } from '@/api';
import { OverlapWarning, SlotChoice, type Slot } from '@/features/booking';
import { FormProblem, useCallForm } from '@/forms';
import { useTranslation } from '@/i18n/use-translation';
import { useDurationText } from '@/ui';
import { useProposeNewTimeMutation } from '../../api';
import { FeedbackField } from '../../responses/components/FeedbackField';
import { useLinkToken } from '../../responses/guest-link-token';
import classes from './ProposedTime.module.css';

interface ProposeTimeProps {
  booking: BookingData;
  onDone: () => void;
  onCancel: () => void;
}

/** Picks new times for an appointment and proposes them to the other side. */
export default function ProposeTime({ booking, onDone, onCancel }: ProposeTimeProps) {
  const { t } = useTranslation(['schedule', 'ui', 'booking']);
  const linkToken = useLinkToken();
  const [chosen, setChosen] = useState<readonly Slot[]>([]);
  const missing = booking.total_duration - minutesOf(chosen);
  const form = useProposal(booking, chosen, onDone);
  return (
    <form {...form.formProps}>
      <Stack gap="sm" mt="lg">
        <h3 className={classes.title}>{t('times.title')}</h3>
        <SlotChoice providerId={booking.provider_id} orderId={booking.order_id} {...linkToken} chosen={chosen} onChange={setChosen} />
        <OverlapWarning times={chosen} but={booking.order_id} />
        <ChosenMinutes chosen={minutesOf(chosen)} needed={booking.total_duration} />
        <FeedbackField booking={booking} {...form.field('iv_feedback')} />
        <FormProblem>{form.problem}</FormProblem>
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onCancel}>
            {t('ui:back')}
          </Button>
          <Button type="submit" loading={form.progress === 'processing'} disabled={missing > 0}>
            {t('times.send')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

/** The form that proposes the chosen times, with a message to the other side. */
function useProposal(booking: BookingData, chosen: readonly Slot[], onDone: () => void) {
  const linkToken = useLinkToken();
  const [propose] = useProposeNewTimeMutation();
  return useCallForm({
    call: 'propose_new_time',
    // The server's messages about the times are shown with the whole form, beside the times.
    initial: { iv_feedback: '', iv_session_list: '' },
    send: ({ iv_feedback }) =>
      propose({
        newTimeProposal: {
          iv_order_id: booking.order_id,
          iv_session_list: chosen.map(({ appointment_slot_id, provider_start_time }) => ({ appointment_slot_id, provider_start_time })),
          iv_feedback: iv_feedback.trim(),
        },
        ...linkToken,
      }).unwrap(),
    onDone,
  });
}

/** '30 of 60 min chosen', and whether that is enough; in minutes. */
function ChosenMinutes({ chosen, needed }: { chosen: number; needed: number }) {
  const { t } = useTranslation(['schedule', 'booking']);
  const duration = useDurationText();
  const missing = needed - chosen;
  return (
    <Text size="sm" c="dimmed" aria-live="polite">
      {t('times.progress', { chosen: duration(chosen), needed: duration(needed) })} ·{' '}
      {missing > 0 ? t('times.missing', { time: duration(missing) }) : t('times.enough')}
    </Text>
  );
}

const minutesOf = (slots: readonly Slot[]): number => slots.reduce((sum, slot) => sum + slot.duration, 0);
