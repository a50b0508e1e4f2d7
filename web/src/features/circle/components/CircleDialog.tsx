import { Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Interest } from '@/api';
import { ProviderTile, Sheet } from '@/ui';
import { CircleAction } from './CircleAction';

interface CircleDialogProps {
  provider: Interest;
  onClose: () => void;
}

/** The circle's control as a modal (spec 2, 'Circle action control'). */
export function CircleDialog({ provider, onClose }: CircleDialogProps) {
  const { t } = useTranslation('circle');
  return (
    <Sheet opened onClose={onClose} title={t('manage')} size="sm">
      <Stack>
        <ProviderTile provider={provider} />
        <Text c="dimmed" size="sm">
          {t('manageText')}
        </Text>
        <CircleAction fullWidth providerId={provider.provider_id} name={provider.name} />
      </Stack>
    </Sheet>
  );
}
