import { useRef, useState, useEffect, type RefObject } from 'react';
import { dueStart, useSession, whole, type BookingData, type CalendarFile, type Side } from '@/api';
import { useCallForm } from '@/forms';
import { useTranslation } from '@/i18n/use-translation';
import { useGetBookingInfoQuery } from '../../api';
import type { Response } from '../../model';
import { openMeeting, type Meeting } from '../meeting';
import { canAnswerAtOnce, needsLink } from '../response-request';
import { useSendResponse, type Typed } from './use-send-response';

/** The booking and the responding side. */
export interface ToAnswer {
  booking: BookingData;
  side: Side;
  onAnswered: () => void;
}

interface Given {
  response: Response;
  file: CalendarFile | null;
  meeting: Meeting;
}

/**
 * The response form, validated with the server's rules, and the outcome. The form begins with the response `chosen`; the
 * `key` of a link sends it at once.
 */
export function useResponse({ booking, side, onAnswered }: ToAnswer, chosen: Response | '', key: string) {
  const { t } = useTranslation('schedule');
  const [given, setGiven] = useState<Given | null>(null);
  const send = useSendResponse(booking, side);
  const [isSentAtOnce] = useState(() => key !== '' && canAnswerAtOnce(booking, side, chosen));
  // The key belongs to what the link sends, not to what the user sends after that was refused.
  const unsentKey = useRef(isSentAtOnce ? key : '');
  const problemOf = useResponseProblem(booking);
  const initial: Typed = {
    iv_response: chosen,
    iv_delivery_location: booking.remote_link ?? '',
    iv_feedback: chosen ? t(`feedbackText.${chosen}`) : '',
    iv_cancel_reason: '',
  };
  const form = useCallForm({
    call: 'update_appointment_order_request',
    initial,
    check: ({ iv_response, iv_delivery_location, iv_feedback, iv_cancel_reason }: Typed) => ({
      iv_response: problemOf(iv_response),
      iv_feedback: iv_response === 'cancelled' && iv_cancel_reason === 'other' && !iv_feedback.trim() ? t('cancelling.sayWhy') : null,
      iv_delivery_location:
        needsLink(booking, side, iv_response as Response) && !iv_delivery_location.trim() ? t('response.linkMissing') : null,
    }),
    send: (typed) => {
      const answerKey = unsentKey.current;
      unsentKey.current = '';
      return send({ ...typed, answerKey });
    },
    onDone: ({ data }, { iv_response }) => void conclude(iv_response as Response, data.ical_content_data ?? null),
  });
  useSendAtOnce(form.formProps.ref, isSentAtOnce);
  async function conclude(response: Response, file: CalendarFile | null): Promise<void> {
    onAnswered();
    setGiven({ response, file, meeting: await openMeeting(booking, response) });
  }
  return { form, given, problemOf };
}

/** Why a response is impossible now; null if it is possible. */
function useResponseProblem(booking: BookingData): (response: string) => string | null {
  const { t } = useTranslation('schedule');
  const ongoing = useHasOngoingSession();
  return (response) => {
    if (!response) return t('response.missing');
    if (response === 'ongoing' && ongoing) return t('ongoingRule');
    return response === 'completed' && dueStart(booking) > new Date() ? t('tooEarly') : null;
  };
}

/** Whether the account has an ongoing session on either side. For guests the server decides. */
function useHasOngoingSession(): boolean {
  const { isAuthenticated } = useSession();
  const { currentData } = useGetBookingInfoQuery(whole, { skip: !isAuthenticated });
  const lists = currentData?.data.bookings_list;
  return [...(lists?.order ?? []), ...(lists?.request ?? [])].some((booking) => booking.request_status === 'ongoing');
}

/** Submits the form by itself, once, where the link that opened it has a key (product.md 5.3). */
function useSendAtOnce(form: RefObject<HTMLFormElement | null>, wanted: boolean): void {
  useEffect(() => {
    if (!wanted) return;
    const send = () => form.current?.requestSubmit();
    // Browsers may load a page before its link is followed.
    if (!('prerendering' in document && document.prerendering)) return send();
    document.addEventListener('prerenderingchange', send, { once: true });
    return () => document.removeEventListener('prerenderingchange', send);
  }, [form, wanted]);
}
