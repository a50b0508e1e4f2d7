import { useState, type Dispatch } from 'react';
import { asFailure, type BookingData, type CalendarFile, type Failure, type OrderRequest } from '@/api';
import { bookingMade } from '@/platform/install';
import { useCreateAppointmentOrderMutation, useGetAccountProviderServicesQuery } from '../api';
import type { BookingStep } from '../flow';

export interface Placed {
  placed: BookingData | null;
  /** The calendar file of an order that is an appointment at once; null of a request. */
  file: CalendarFile | null;
}

/** Sends the request. A refusal opens the view in which it can be corrected. */
export function useSubmitOrder(providerId: string, step: Dispatch<BookingStep>) {
  const [failure, setFailure] = useState<Failure | null>(null);
  const [sending, setSending] = useState(false);
  const [placed, setPlaced] = useState<Placed | null>(null);
  const [place] = useCreateAppointmentOrderMutation();
  const { refetch: refetchServices } = useGetAccountProviderServicesQuery({ filter: 'active', providerId });

  function refused(failed: Failure): void {
    if (!failed.iv_msg['iv_guest_token']) setFailure(failed);
    if (failed.iv_msg['iv_session_list']) step({ type: 'view_shown', view: 'bookingPreview' });
    if (failed.iv_msg['iv_service_list'] || failed.iv_msg['iv_delivery_mode']) step({ type: 'view_shown', view: 'schedulePreview' });
    // The guest's two-hour code has expired: asks for another mail and keeps the choices.
    if (failed.kind === 'login_over') step({ type: 'credentials_changed' });
    // A service or its price may have changed: refetches what the basket shows.
    if (failed.kind === 'refused') void refetchServices();
  }

  /** Rethrows, so that a form shows the message of its own field. */
  async function send(order: () => Promise<OrderRequest>) {
    setFailure(null);
    setSending(true);
    try {
      const answer = await place(await order()).unwrap();
      setPlaced({ placed: answer.data.booking_data, file: answer.data.ical_content_data ?? null });
      step({ type: 'request_sent' });
      bookingMade();
      return answer;
    } catch (error) {
      refused(asFailure(error));
      throw error;
    } finally {
      // In the same dispatch as the step above, so that the user's own slots do not count as taken by others.
      setSending(false);
    }
  }

  return { send, sending, placed, failure, setFailure };
}
