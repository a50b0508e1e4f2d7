import { useState } from 'react';
import { Button, Group, Stack, Text } from '@mantine/core';
import { asFailure } from '@/api';
import { useTranslation } from '@/i18n/use-translation';
import { useEndGuestLinkMutation } from '../../api';
import { useLinkToken } from '../guest-link-token';

interface EndGuestLinkProps {
  orderId: string;
  onEnded: () => void;
}

/** Ends the link by which a guest has come here: somebody else may have it too (product.md 4.6). */
export function EndGuestLink({ orderId, onEnded }: EndGuestLinkProps) {
  const { t } = useTranslation(['schedule', 'ui']);
  const token = useLinkToken();
  const [asking, setAsking] = useState(false);
  const [end, state] = useEndGuestLinkMutation();
  async function confirm(): Promise<void> {
    const answer = await end({ ...token, guestLinkEnd: { iv_order_id: orderId } });
    if (!answer.error) onEnded();
  }
  if (!asking)
    return (
      <Button variant="subtle" color="gray" onClick={() => setAsking(true)}>
        {t('guest.endLink')}
      </Button>
    );
  return (
    <Stack gap="xs" role="group" aria-label={t('guest.endLink')}>
      <Text size="sm">{t('guest.endLinkSure')}</Text>
      <Group gap="xs">
        <Button color="red" loading={state.isLoading} onClick={() => void confirm()}>
          {t('ui:yes')}
        </Button>
        <Button variant="default" disabled={state.isLoading} onClick={() => setAsking(false)} data-autofocus>
          {t('ui:no')}
        </Button>
      </Group>
      {state.error ? (
        <Text role="alert" size="sm" c="var(--danger)">
          {asFailure(state.error).main_msg}
        </Text>
      ) : null}
    </Stack>
  );
}
