import { Switch, Text } from '@mantine/core';
import { useTranslation } from '@/i18n/use-translation';
import { useWebPush } from '../hooks/use-web-push';

/** Switches push on this device on and off, and says why where it cannot. */
export function PushSwitch() {
  const { t } = useTranslation(['settings', 'ui']);
  const { state, working, failed, turnOn, turnOff } = useWebPush();
  return (
    <>
      <Switch
        label={t('pushHere.label')}
        // The element that holds the label holds the description too.
        aria-label={t('pushHere.label')}
        description={state === 'checking' ? null : t(`pushHere.${state}`)}
        checked={state === 'on'}
        disabled={working || (state !== 'on' && state !== 'off')}
        onChange={state === 'on' ? turnOff : turnOn}
      />
      {failed ? (
        <Text role="alert" size="sm" c="var(--danger)">
          {t('ui:push.failed')}
        </Text>
      ) : null}
    </>
  );
}
