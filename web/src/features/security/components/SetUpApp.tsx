import { useEffect } from 'react';
import { Button, Skeleton, Stack, Text } from '@mantine/core';
import { asFailure } from '@/api';
import { FormProblem } from '@/forms';
import { useTranslation } from '@/i18n/use-translation';
import { Sheet, useBigScreen } from '@/ui';
import { useBeginAuthenticatorAppMutation, useConfirmAuthenticatorAppMutation } from '../api';
import { FactorForm } from './FactorForm';
import classes from './SetUpApp.module.css';

interface SetUpAppProps {
  onDone: (recoveryCodes: readonly string[]) => void;
  onClose: () => void;
}

/** Setting an authenticator app up: the QR code, its key as text, and the first code. */
export function SetUpApp({ onDone, onClose }: SetUpAppProps) {
  const { t } = useTranslation('security');
  const [begin, { data: begun, error }] = useBeginAuthenticatorAppMutation();
  const big = useBigScreen();
  const [confirm] = useConfirmAuthenticatorAppMutation();
  useEffect(() => {
    void begin();
  }, [begin]);
  const app = begun?.data;
  return (
    <Sheet opened onClose={onClose} title={t('setUpApp')}>
      <Stack>
        <Text>{t('setUpLead')}</Text>
        {error ? <FormProblem>{asFailure(error).main_msg}</FormProblem> : null}
        {app ? (
          <>
            <img className={classes.qr} src={app.qr_code} alt={t('qrCode')} />
            <Text size="sm">
              {t('key')} <code className={classes.key}>{app.secret}</code>
            </Text>
            {big ? null : (
              <Button component="a" href={app.uri} variant="default">
                {t('openApp')}
              </Button>
            )}
            <FactorForm
              methods={['authenticator_app']}
              passkeyOptions={null}
              action={t('setUp')}
              send={async ({ iv_code = '' }) => onDone((await confirm({ iv_code }).unwrap()).data.recovery_codes)}
            />
          </>
        ) : error ? null : (
          <Skeleton height={220} radius="lg" />
        )}
      </Stack>
    </Sheet>
  );
}
