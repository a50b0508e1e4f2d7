import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { BookingData } from '@/api';
import { Sheet } from '@/ui';
import { rowAction, type RowAction } from '../bookings';
import { useSide } from '../lists/BookingRow';
import { BookingActions } from './BookingActions';
import { BookingSummary } from './BookingSummary';

interface BookingDialogProps {
  booking: BookingData;
  onClose: () => void;
}

/** What can be done with a booking now: answer it, rate it, ask for a rating, or just look (spec 2, section 2). */
export function BookingDialog({ booking, onClose }: BookingDialogProps) {
  const { t } = useTranslation('schedule');
  const side = useSide(booking);
  const [action] = useState(() => rowAction(booking, side));
  return (
    <Sheet opened onClose={onClose} title={t(titleOf(action))}>
      <BookingSummary booking={booking} side={side} />
      <BookingActions booking={booking} side={side} />
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
