import { Button } from '@mantine/core';
import type { Envelope, SecondStep as Step, SessionGranted } from '@/api';
import { useTranslation } from '@/i18n/use-translation';
import { deviceSigningIn } from '@/platform/device';
import { FocusPage } from '@/ui';
import { useSignInSecondFactorMutation } from '../api';
import { FactorForm } from './FactorForm';

interface SecondStepProps {
  step: Step;
  onDone: (answer: Envelope<SessionGranted>) => void;
  onBack: () => void;
}

/** The second step of signing in (product.md 1.14). */
export default function SecondStep({ step, onDone, onBack }: SecondStepProps) {
  const { t } = useTranslation('security');
  const [signIn] = useSignInSecondFactorMutation();
  return (
    <FocusPage title={t('stepTitle')} lead={t('stepLead')}>
      <FactorForm
        methods={step.methods}
        passkeyOptions={step.passkey_options}
        action={t('signIn')}
        send={async (given) =>
          onDone(
            (await signIn({
              iv_challenge: step.challenge,
              ...given,
              iv_device_data: deviceSigningIn(),
            }).unwrap()) as Envelope<SessionGranted>,
          )
        }
      />
      <Button variant="subtle" color="gray" c="var(--ink)" fullWidth mt="md" onClick={onBack}>
        {t('back')}
      </Button>
    </FocusPage>
  );
}
