import { useState } from 'react';
import { Box, Button, Card, Group, Stack, Text } from '@mantine/core';
import { asFailure } from '@/api';
import { useTranslation } from '@/i18n/use-translation';
import { saveJson } from '@/platform/files';
import { useEraseGuestDataMutation, useGetGuestDataMutation } from '../../api';

interface GuestDataProps {
  orderId: string;
  /** What the mailed link says besides its token; it works for an hour. */
  dataKey: string;
  onErased: () => void;
}

/** What is held about a guest: to keep it, or to have it erased (product.md 4.6). */
export default function GuestData({ orderId, dataKey, onErased }: GuestDataProps) {
  const { t } = useTranslation(['schedule', 'ui']);
  const [asking, setAsking] = useState(false);
  const [fetchData, fetching] = useGetGuestDataMutation();
  const [erase, erasing] = useEraseGuestDataMutation();
  const key = { iv_order_id: orderId, iv_key: dataKey };
  const error = fetching.error ?? erasing.error;
  async function download(): Promise<void> {
    const { data } = await fetchData(key);
    if (data) await saveJson(data.data, 'openhours-my-bookings.json');
  }
  async function confirm(): Promise<void> {
    const answer = await erase(key);
    if (!answer.error) onErased();
  }
  return (
    <Card component="section" aria-label={t('guest.dataTitle')}>
      <Stack gap="sm">
        <Box component="h2" m={0} fz="var(--text-lg)">
          {t('guest.dataTitle')}
        </Box>
        <Text c="dimmed">{asking ? t('guest.dataEraseSure') : t('guest.dataText')}</Text>
        {asking ? (
          <Group gap="xs">
            <Button color="red" loading={erasing.isLoading} onClick={() => void confirm()}>
              {t('ui:yes')}
            </Button>
            <Button variant="default" disabled={erasing.isLoading} onClick={() => setAsking(false)} data-autofocus>
              {t('ui:no')}
            </Button>
          </Group>
        ) : (
          <Group gap="xs">
            <Button variant="light" loading={fetching.isLoading} onClick={() => void download()}>
              {t('guest.dataDownload')}
            </Button>
            <Button variant="default" onClick={() => setAsking(true)}>
              {t('guest.dataErase')}
            </Button>
          </Group>
        )}
        {error ? (
          <Text role="alert" size="sm" c="var(--danger)">
            {asFailure(error).main_msg}
          </Text>
        ) : null}
      </Stack>
    </Card>
  );
}
