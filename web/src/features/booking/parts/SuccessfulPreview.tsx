import { Button, Stack, ThemeIcon } from '@mantine/core';
import { IconSend } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { schedulePath } from '@/app/paths';
import type { Booking } from '../use-booking';

/** Last view: the request is on its way. */
export function SuccessfulPreview({ booking }: { booking: Booking }) {
  const { t } = useTranslation('booking');
  return (
    <Stack align="center" ta="center" gap="sm" py="md" role="status">
      <ThemeIcon size={56} radius="xl" variant="light">
        <IconSend size={26} />
      </ThemeIcon>
      <p>{t('sent')}</p>
      {booking.session.isAuthenticated ? (
        <Button component={Link} to={schedulePath('pending_requests')} fullWidth>
          {t('seeRequests')}
        </Button>
      ) : null}
      <Button variant="default" fullWidth onClick={booking.restart}>
        {t('bookAnother')}
      </Button>
    </Stack>
  );
}
