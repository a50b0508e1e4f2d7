import { useState } from 'react';
import { Button } from '@mantine/core';
import { IconFingerprint } from '@tabler/icons-react';
import { asFailure, type Envelope, type SessionGranted } from '@/api';
import { useTranslation } from '@/i18n/use-translation';
import { deviceSigningIn } from '@/platform/device';
import { toast } from '@/ui';
import { useBeginPasskeySignInMutation, useSignInWithPasskeyMutation } from '../api';
import { askForPasskey, hasPasskeys, NoPasskey } from '../passkeys';

/** Signing in with a passkey alone (product.md 1.15). Nothing where the browser has none. */
export default function PasskeySignIn({ onDone }: { onDone: (answer: Envelope<SessionGranted>) => void }) {
  const { t } = useTranslation('security');
  const [begin] = useBeginPasskeySignInMutation();
  const [signIn] = useSignInWithPasskeyMutation();
  const [waits, setWaits] = useState(false);
  if (!hasPasskeys()) return null;
  const enter = async () => {
    setWaits(true);
    try {
      const { data } = await begin().unwrap();
      const iv_passkey = (await askForPasskey(data.options)) as Record<string, never>;
      onDone((await signIn({ iv_passkey, iv_device_data: deviceSigningIn() }).unwrap()) as Envelope<SessionGranted>);
    } catch (error) {
      toast.failed(error instanceof NoPasskey ? t('noPasskey') : asFailure(error).main_msg);
    } finally {
      setWaits(false);
    }
  };
  return (
    <Button
      variant="default"
      size="lg"
      fullWidth
      mt="lg"
      loading={waits}
      leftSection={<IconFingerprint size={20} aria-hidden />}
      onClick={() => void enter()}
    >
      {t('signInWithPasskey')}
    </Button>
  );
}
