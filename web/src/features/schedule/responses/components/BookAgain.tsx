import { Button } from '@mantine/core';
import { IconRepeat } from '@tabler/icons-react';
import { Link } from 'react-router-dom';
import { useSession, type BookingData, type Side } from '@/api';
import { bookLike } from '@/features/booking';
import { useTranslation } from '@/i18n/use-translation';
import { providerPath } from '@/routing';

interface BookAgainProps {
  booking: BookingData;
  side: Side;
}

/** The client's way from a booking that has ended to the next one like it: the provider's page, with the same services and mode chosen. */
export function BookAgain({ booking, side }: BookAgainProps) {
  const { t } = useTranslation(['schedule', 'booking']);
  const { ownerId } = useSession();
  if (side !== 'request' || !booking.username || !['completed', 'cancelled', 'rejected'].includes(booking.request_status)) return null;
  return (
    <Button
      component={Link}
      to={providerPath(booking.username)}
      variant="light"
      fullWidth
      mt="md"
      leftSection={<IconRepeat size={18} aria-hidden />}
      onClick={() => bookLike(booking, ownerId, t('booking:firstBrief'))}
    >
      {t('bookAgain')}
    </Button>
  );
}
