import { useState } from 'react';
import { Button, Group } from '@mantine/core';
import { IconCurrentLocation } from '@tabler/icons-react';
import { useTranslation } from '@/i18n/use-translation';
import { whereAmI, type Point } from '@/platform/location';

/** Asks the browser where the device is. */
export function Locate({ isKnown, onPoint }: { isKnown: boolean; onPoint: (point: Point) => void }) {
  const { t } = useTranslation('venues');
  const [state, setState] = useState<'idle' | 'asking' | 'failed'>('idle');
  async function locate(): Promise<void> {
    setState('asking');
    const point = await whereAmI();
    setState(point ? 'idle' : 'failed');
    if (point) onPoint(point);
  }
  return (
    <Group gap="xs">
      <Button
        variant="default"
        leftSection={<IconCurrentLocation size={18} aria-hidden />}
        loading={state === 'asking'}
        onClick={() => void locate()}
      >
        {t(isKnown ? 'visits.locateAgain' : 'visits.locate')}
      </Button>
      <span role="status">{state === 'failed' ? t('visits.notLocated') : isKnown ? t('visits.located') : null}</span>
    </Group>
  );
}
