import { useEffect, useRef } from 'react';
import { Anchor, Button } from '@mantine/core';
import { IconBan } from '@tabler/icons-react';
import { Link } from 'react-router-dom';
import { asFailure } from '@/api';
import { useTranslation } from '@/i18n/use-translation';
import { paths } from '@/routing';
import { toast } from '@/ui';
import { useBlockGuestMutation } from '../api';

/** Blocks the guest of a booking, for its provider. The list of blocked guests lifts it again. */
export default function BlockGuest({ orderId }: { orderId: string }) {
  const { t } = useTranslation('safety');
  const [block, { isLoading, isSuccess }] = useBlockGuestMutation();
  async function press(): Promise<void> {
    try {
      await block({ iv_order_id: orderId }).unwrap();
    } catch (error) {
      const { kind, main_msg } = asFailure(error);
      if (kind !== 'unavailable') toast.failed(main_msg);
    }
  }
  if (isSuccess) return <GuestBlocked />;
  return (
    <Button
      variant="subtle"
      color="gray"
      fullWidth
      mt="xs"
      loading={isLoading}
      leftSection={<IconBan size={18} aria-hidden />}
      onClick={() => void press()}
    >
      {t('blockGuest')}
    </Button>
  );
}

/** In the place of the button, with the focus that it had, and where to lift it again. */
function GuestBlocked() {
  const { t } = useTranslation('safety');
  const element = useRef<HTMLParagraphElement>(null);
  useEffect(() => element.current?.focus(), []);
  return (
    <p role="status" ref={element} tabIndex={-1}>
      {t('guestBlocked')}{' '}
      <Anchor component={Link} to={paths.blockedAccounts} underline="always">
        {t('blockedGuests')}
      </Anchor>
    </p>
  );
}
