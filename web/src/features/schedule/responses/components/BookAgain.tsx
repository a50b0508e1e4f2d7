import { useEffect } from 'react';
import { Button } from '@mantine/core';
import { IconRepeat } from '@tabler/icons-react';
import { Link, useNavigate } from 'react-router-dom';
import { useSession, type BookingData, type Side } from '@/api';
import { bookLike } from '@/features/booking';
import { useTranslation } from '@/i18n/use-translation';
import { providerPath } from '@/routing';
import { useChosenAnswer } from '../hooks/use-chosen-answer';

interface BookAgainProps {
  booking: BookingData;
  side: Side;
}

/**
 * The client's way from a booking that has ended to the next one like it: the provider's page, with the same services and mode chosen.
 * The mail after an appointment leads there at once (product.md 4.15).
 */
export function BookAgain({ booking, side }: BookAgainProps) {
  const { t } = useTranslation(['schedule', 'booking']);
  const { ownerId } = useSession();
  const navigate = useNavigate();
  const isOffered = side === 'request' && booking.username && ['completed', 'cancelled', 'rejected'].includes(booking.request_status);
  const isChosen = useChosenAnswer().answer === 'again' && isOffered;
  const brief = t('booking:firstBrief');
  useEffect(() => {
    if (!isChosen) return;
    bookLike(booking, ownerId, brief);
    void navigate(providerPath(booking.username), { replace: true });
  }, [isChosen, booking, ownerId, brief, navigate]);
  if (!isOffered) return null;
  return (
    <Button
      component={Link}
      to={providerPath(booking.username)}
      variant="light"
      fullWidth
      mt="md"
      leftSection={<IconRepeat size={18} aria-hidden />}
      onClick={() => bookLike(booking, ownerId, brief)}
    >
      {t('bookAgain')}
    </Button>
  );
}
