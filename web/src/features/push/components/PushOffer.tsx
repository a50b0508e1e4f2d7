import type { ReactNode } from 'react';
import { ActionIcon, Button, Group, Text } from '@mantine/core';
import { IconBellRinging, IconX } from '@tabler/icons-react';
import { useTranslation } from '@/i18n/use-translation';
import { useWebPush } from '../hooks/use-web-push';

interface PushOfferProps {
  /** What the button promises, such as 'Tell me when it is accepted'. */
  children: ReactNode;
  /** Shown beside the button, where the promise needs words of its own. */
  why?: ReactNode;
  /** Where the offer can be put aside. */
  onDismiss?: () => void;
}

/** Offers to be told on this device, where that is possible and not on yet. What came of the tap stays in its place. */
export function PushOffer({ children, why, onDismiss }: PushOfferProps) {
  const { t } = useTranslation('ui');
  const { state, working, failed, turnOn, tried } = useWebPush();
  if (tried && state === 'on') return <Result>{t('push.on')}</Result>;
  if (tried && state === 'denied') return <Result>{t('push.denied')}</Result>;
  if (state !== 'off') return null;
  return (
    <div>
      <Group gap="xs" wrap="nowrap">
        {why ? (
          <Text size="sm" flex={1}>
            {why}
          </Text>
        ) : null}
        <Button variant="light" fullWidth={!why} loading={working} leftSection={<IconBellRinging size={18} aria-hidden />} onClick={turnOn}>
          {children}
        </Button>
        {onDismiss ? (
          <ActionIcon variant="subtle" color="gray" size={36} aria-label={t('close')} onClick={onDismiss}>
            <IconX size={18} aria-hidden />
          </ActionIcon>
        ) : null}
      </Group>
      {failed ? (
        <Text role="alert" size="sm" c="var(--danger)" mt="2xs">
          {t('push.failed')}
        </Text>
      ) : null}
    </div>
  );
}

function Result({ children }: { children: ReactNode }) {
  return (
    <Text role="status" size="sm">
      {children}
    </Text>
  );
}
