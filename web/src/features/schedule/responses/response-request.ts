import type { BookingData, OrderResponse, Side } from '@/api';
import type { Response } from '../model';

/** The state of a link to a booking whose answer has been chosen already. */
export interface ChosenAnswer {
  readonly answer?: Response;
  /** The key of a link that answers a request at once. */
  readonly answerKey?: string;
}

interface AnswerParts {
  readonly booking: BookingData;
  readonly side: Side;
  readonly response: Response;
  readonly feedback: string;
  /** Why it is cancelled; '' for no reason and for other responses. */
  readonly reason: string;
  /** The https meeting link of a remote session; otherwise the place is unchanged. */
  readonly link: string;
  /** The key of the link that sends this by itself; '' where the user does. */
  readonly answerKey: string;
  readonly reviewer: { readonly name: string };
  readonly deviceData: string;
}

/** The responses that concern the session that is due; the others concern the whole appointment. */
const ofSession: readonly Response[] = ['ongoing', 'completed', 'missed'];

/** Builds the request of update_appointment_order_request. */
export function responseRequest({
  booking,
  side,
  response,
  feedback,
  reason,
  link,
  answerKey,
  reviewer,
  deviceData,
}: AnswerParts): OrderResponse {
  return {
    iv_order_id: booking.order_id,
    iv_booking_info_type: side,
    iv_name: booking.name || booking.guest_name,
    iv_reviewer_name: reviewer.name,
    iv_email: booking.email || booking.guest_email,
    iv_response: response,
    // Another device may have ended the session that this screen shows.
    iv_session_position: ofSession.includes(response) ? booking.due_position : undefined,
    iv_feedback: feedback.trim(),
    iv_cancel_reason: response === 'cancelled' ? (reason as OrderResponse['iv_cancel_reason']) : '',
    iv_answer_key: answerKey,
    iv_delivery_location: link.trim() || booking.delivery_location,
    iv_service_list: booking.services,
    iv_session_list: booking.session_time,
    iv_total_cost: booking.total_cost,
    iv_total_duration: booking.total_duration,
    iv_total_currency: booking.total_currency,
    iv_device_data: deviceData,
  };
}

/** Whether a link with a key may send this answer by itself: the request still waits, and no field has to be filled in. */
export function canAnswerAtOnce(booking: BookingData, side: Side, response: string): boolean {
  const isAnswer = response === 'accepted' || response === 'rejected';
  return (
    isAnswer &&
    side === 'order' &&
    booking.request_status === 'pending' &&
    (!needsLink(booking, side, response) || Boolean(booking.remote_link))
  );
}

/** Accepting a remote session requires its meeting link. */
export function needsLink(booking: BookingData, side: Side, response: Response): boolean {
  return side === 'order' && response === 'accepted' && booking.delivery_mode === 'remote';
}
