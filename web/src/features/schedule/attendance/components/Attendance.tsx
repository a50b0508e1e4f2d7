import { useEffect, useRef } from 'react';
import { Button, Stack, Text } from '@mantine/core';
import { IconCalendarCheck } from '@tabler/icons-react';
import { asFailure, type BookingData, type Side } from '@/api';
import { FormProblem } from '@/forms';
import { useTranslation } from '@/i18n/use-translation';
import { useNow } from '@/ui';
import { useConfirmAttendanceMutation } from '../../api';
import { useLinkToken } from '../../responses/guest-link-token';
import { useChosenAnswer } from '../../responses/hooks/use-chosen-answer';
import { canSayComing } from '../attendance';

interface AttendanceProps {
  booking: BookingData;
  side: Side;
}

/** Lets a client say that they come. A reminder leads here with that chosen: one tap before it is sent (product.md 4.15). */
export function Attendance({ booking, side }: AttendanceProps) {
  const { t } = useTranslation('schedule');
  const linkToken = useLinkToken();
  const isChosen = useChosenAnswer().answer === 'coming';
  const button = useRef<HTMLButtonElement>(null);
  const [confirm, { isLoading, isSuccess, error }] = useConfirmAttendanceMutation();
  const now = useNow();
  const isAsked = canSayComing(booking, side, now) && !isSuccess;
  useEffect(() => {
    if (isChosen && isAsked) button.current?.focus();
  }, [isChosen, isAsked]);
  if (isSuccess) {
    return (
      <Text role="status" mt="md">
        {t('attendance.done', { name: booking.name || booking.guest_name })}
      </Text>
    );
  }
  if (!isAsked) return null;
  return (
    <Stack gap="xs" mt="md">
      <Text fw={600}>{t('attendance.ask')}</Text>
      <FormProblem>{error ? asFailure(error).main_msg : null}</FormProblem>
      <Button
        ref={button}
        // The dialog would move the focus to its first control.
        data-autofocus={isChosen || undefined}
        variant={isChosen ? 'filled' : 'light'}
        fullWidth
        loading={isLoading}
        leftSection={<IconCalendarCheck size={18} aria-hidden />}
        onClick={() =>
          void confirm({
            attendanceConfirmation: { iv_order_id: booking.order_id, iv_session_position: booking.due_position },
            ...linkToken,
          })
        }
      >
        {t('attendance.confirm')}
      </Button>
    </Stack>
  );
}
