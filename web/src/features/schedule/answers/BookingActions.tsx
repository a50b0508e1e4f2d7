import { useState } from 'react';
import { Rating } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { BookingData, Side } from '@/api';
import { rowAction } from '../bookings';
import { RateForm, RequestRatingForm } from './RatingForms';
import { ResponseForm } from './ResponseForm';

interface BookingActionsProps {
  booking: BookingData;
  side: Side;
}

/** What stands below a booking's summary, in the dialog and on a guest's own page. */
export function BookingActions({ booking, side }: BookingActionsProps) {
  const { t } = useTranslation('schedule');
  // What it was opened for: the answer changes the booking, and its thanks shall stay on the screen.
  const [action] = useState(() => rowAction(booking, side));
  switch (action) {
    case 'rate_session':
      return <RateForm booking={booking} />;
    case 'request_rating':
      return <RequestRatingForm booking={booking} />;
    case 'review':
      return <ResponseForm booking={booking} side={side} />;
    case null:
      return <Rating readOnly role="img" mt="md" value={booking.rating ?? 0} aria-label={t('ratedStars', { count: booking.rating ?? 0 })} />;
    case 'details':
      return null;
  }
}
