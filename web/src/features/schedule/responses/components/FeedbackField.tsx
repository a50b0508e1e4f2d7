import { Textarea, type TextareaProps } from '@mantine/core';
import type { BookingData } from '@/api';
import { useTranslation } from '@/i18n/use-translation';

/** The maximum length of iv_feedback, in characters. */
const maxLength = 300;

interface FeedbackFieldProps extends TextareaProps {
  booking: Pick<BookingData, 'name' | 'guest_name'>;
}

/** A message to the other side of an appointment. */
export function FeedbackField({ booking, ...field }: FeedbackFieldProps) {
  const { t } = useTranslation('schedule');
  return (
    <Textarea
      label={t('response.feedback', { name: booking.name || booking.guest_name })}
      description={t('response.feedbackHint', { max: maxLength })}
      autosize
      minRows={2}
      maxRows={6}
      {...field}
    />
  );
}
