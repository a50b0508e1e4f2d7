import { useState } from 'react';
import { Select, Stack, Textarea, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import {
  useGetBookingInfoQuery,
  useSession,
  useUpdateAppointmentOrderRequestMutation,
  whole,
  type BookingData,
  type CalendarFile,
  type Side,
} from '@/api';
import { FormProblem, SubmitButton, useCallForm } from '@/forms';
import { deviceData } from '@/platform';
import { answerFrom, needsLink } from './answer';
import { responsesFor, type Response } from '../bookings';
import { useLinkToken } from './link-token';
import { Answered } from './Answered';
import { openMeeting, type Meeting } from './meeting';

interface ResponseFormProps {
  booking: BookingData;
  side: Side;
  onAnswered: () => void;
}

interface Given {
  response: Response;
  file: CalendarFile | null;
  meeting: Meeting;
}

/** Accept, reject, start, complete or cancel, with a word to the other side. */
export function ResponseForm({ booking, side, onAnswered }: ResponseFormProps) {
  const { t } = useTranslation('schedule');
  const [offered] = useState(() => responsesFor(booking.request_status, side));
  const { form, given, problemOf } = useResponse({ booking, side, onAnswered });
  const response = form.form.values.iv_response as Response | '';
  if (given) return <Answered {...given} link={booking.delivery_location} />;

  function choose(chosen: string | null): void {
    const before = form.form.values.iv_response as Response | '';
    const untouched = form.form.values.iv_feedback === (before ? t(`feedbackText.${before}`) : '');
    form.form.setFieldValue('iv_response', chosen ?? '');
    if (untouched) form.form.setFieldValue('iv_feedback', chosen ? t(`feedbackText.${chosen as Response}`) : '');
    // What cannot be done is said at once, not after somebody has written a word to go with it.
    form.form.setFieldError('iv_response', chosen ? problemOf(chosen) : null);
  }
  return (
    <form {...form.formProps}>
      <FormProblem>{form.problem}</FormProblem>
      <Stack gap="sm" mt="lg">
        <Select
          label={t('response.label')}
          placeholder={t('response.choose')}
          data={offered.map((value) => ({ value, label: t(`response.${value}`) }))}
          {...form.field('iv_response')}
          onChange={choose}
        />
        {response && needsLink(booking, side, response) ? (
          <TextInput
            label={t('response.link')}
            description={t('response.linkHint')}
            type="url"
            inputMode="url"
            placeholder="https://"
            {...form.field('iv_delivery_location')}
          />
        ) : null}
        {response ? (
          <Textarea
            label={t('response.feedback', { name: booking.name || booking.guest_name })}
            description={t('response.feedbackHint', { max: 300 })}
            autosize
            minRows={2}
            maxRows={6}
            {...form.field('iv_feedback')}
          />
        ) : null}
        <SubmitButton progress={form.progress}>{t('response.submit')}</SubmitButton>
      </Stack>
    </form>
  );
}

/** The form of an answer, judged as the server will, and what came of it. */
function useResponse({ booking, side, onAnswered }: ResponseFormProps) {
  const { t } = useTranslation('schedule');
  const { name } = useSession();
  const [given, setGiven] = useState<Given | null>(null);
  const [respond] = useUpdateAppointmentOrderRequestMutation();
  const ongoing = useOngoing();
  const linkToken = useLinkToken();
  const form = useCallForm({
    call: 'update_appointment_order_request',
    initial: { iv_response: '', iv_delivery_location: '', iv_feedback: '' },
    check: ({ iv_response, iv_delivery_location }) => ({
      iv_response: problemOf(iv_response),
      iv_delivery_location:
        needsLink(booking, side, iv_response as Response) && !iv_delivery_location.trim() ? t('response.linkMissing') : null,
    }),
    send: ({ iv_response, iv_delivery_location, iv_feedback }) =>
      respond({
        responseRequest: answerFrom({
          booking,
          side,
          response: iv_response as Response,
          feedback: iv_feedback,
          link: iv_delivery_location,
          reviewer: { name: name || booking.guest_name },
          deviceData: deviceData(),
        }),
        ...linkToken,
      }).unwrap(),
    onDone: ({ data }, { iv_response }) => void conclude(iv_response as Response, data.ical_content_data ?? null),
  });
  function problemOf(response: string): string | null {
    if (!response) return t('response.missing');
    if (response === 'ongoing' && ongoing) return t('ongoingRule');
    return response === 'completed' && new Date(booking.provider_start_time) > new Date() ? t('tooEarly') : null;
  }
  async function conclude(response: Response, file: CalendarFile | null): Promise<void> {
    onAnswered();
    setGiven({ response, file, meeting: await openMeeting(booking, response) });
  }
  return { form, given, problemOf };
}

/** Whether the account has a session going on, on either side. A guest's screen leaves that to the server. */
function useOngoing(): boolean {
  const { isAuthenticated } = useSession();
  const { currentData } = useGetBookingInfoQuery(whole, { skip: !isAuthenticated });
  const lists = currentData?.data.bookings_list;
  return [...(lists?.order ?? []), ...(lists?.request ?? [])].some((booking) => booking.request_status === 'ongoing');
}
