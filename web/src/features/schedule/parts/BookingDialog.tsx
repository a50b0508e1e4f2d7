import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { BookingData } from '@/api';
import { Sheet } from '@/ui';
import { responsesFor, rowAction, type RowAction } from '../bookings';
import { BookingSummary } from './BookingSummary';
import { useSide } from './BookingRow';
import { RateForm, RequestRatingForm } from './RatingForms';
import { ResponseForm } from './ResponseForm';

interface BookingDialogProps {
  booking: BookingData;
  onClose: () => void;
}

/** What can be done with a booking now: answer it, rate it, ask for a rating, or just look (spec 2, section 2). */
export function BookingDialog({ booking, onClose }: BookingDialogProps) {
  const { t } = useTranslation('schedule');
  const side = useSide(booking);
  // What it was opened for: the answer changes the booking, and its thanks shall stay on the screen.
  const [action] = useState(() => rowAction(booking, side));
  const [answerable] = useState(() => responsesFor(booking.request_status, side).length > 0);
  return (
    <Sheet opened onClose={onClose} title={t(titleOf(action))}>
      <BookingSummary booking={booking} side={side} />
      {action === 'rate_session' ? <RateForm booking={booking} /> : null}
      {action === 'request_rating' ? <RequestRatingForm booking={booking} /> : null}
      {action === 'review' && answerable ? <ResponseForm booking={booking} side={side} /> : null}
    </Sheet>
  );
}

function titleOf(action: RowAction | null) {
  switch (action) {
    case 'rate_session':
      return 'rating.title';
    case 'request_rating':
      return 'rating.requestTitle';
    case 'review':
      return 'response.title';
    default:
      return 'response.detailsTitle';
  }
}
