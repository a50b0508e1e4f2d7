import { Button } from '@mantine/core';
import { IconBan } from '@tabler/icons-react';
import { asFailure } from '@/api';
import { useTranslation } from '@/i18n/use-translation';
import { toast } from '@/ui';
import { useBlockGuestMutation } from '../api';

/** Blocks the guest of a booking, for its provider. The list of blocked guests lifts it again. */
export default function BlockGuest({ orderId }: { orderId: string }) {
  const { t } = useTranslation('safety');
  const [block, { isLoading, isSuccess }] = useBlockGuestMutation();
  async function press(): Promise<void> {
    try {
      toast.done((await block({ iv_order_id: orderId }).unwrap()).message.main_msg);
    } catch (error) {
      const { kind, main_msg } = asFailure(error);
      if (kind !== 'unavailable') toast.failed(main_msg);
    }
  }
  if (isSuccess) return <p role="status">{t('guestBlocked')}</p>;
  return (
    <Button variant="subtle" color="gray" fullWidth mt="xs" loading={isLoading} leftSection={<IconBan size={18} aria-hidden />} onClick={() => void press()}>
      {t('blockGuest')}
    </Button>
  );
}
