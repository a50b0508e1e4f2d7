import { useSession, type BookingData, type Side } from '@/api';
import { deviceData } from '@/platform/device';
import { useReportNoShowMutation, useUpdateAppointmentOrderRequestMutation } from '../../api';
import type { Response } from '../../model';
import { useLinkToken } from '../guest-link-token';
import { responseRequest } from '../response-request';

export interface Typed {
  iv_response: string;
  iv_delivery_location: string;
  iv_feedback: string;
  iv_cancel_reason?: string;
}

/** What is sent, and the key of the link that sends it by itself. */
interface Sent extends Typed {
  answerKey?: string;
}

/** Sends a response to a booking. */
export function useSendResponse(booking: BookingData, side: Side) {
  const { name } = useSession();
  const [respond] = useUpdateAppointmentOrderRequestMutation();
  const [report] = useReportNoShowMutation();
  const linkToken = useLinkToken();
  return ({ iv_response, iv_delivery_location, iv_feedback, iv_cancel_reason = '', answerKey = '' }: Sent) => {
    if (iv_response === 'missed') {
      const said = { iv_order_id: booking.order_id, iv_session_position: booking.due_position, iv_feedback: iv_feedback.trim() };
      return report({ noShowReport: said, ...linkToken }).unwrap();
    }
    return respond({
      responseRequest: responseRequest({
        booking,
        side,
        response: iv_response as Response,
        feedback: iv_feedback,
        reason: iv_cancel_reason,
        link: iv_delivery_location,
        answerKey,
        reviewer: { name: name || booking.guest_name },
        deviceData: deviceData(),
      }),
      ...linkToken,
    }).unwrap();
  };
}
