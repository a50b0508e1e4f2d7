import { useEffect } from 'react';
import { Skeleton, Stack, Text } from '@mantine/core';
import { useDispatch } from 'react-redux';
import { asFailure, sessionGranted } from '@/api';
import { FormProblem } from '@/forms';
import { useTranslation } from '@/i18n/use-translation';
import { Sheet } from '@/ui';
import { useBeginStepUpMutation, useStepUpMutation } from '../api';
import { FactorForm } from './FactorForm';

/** Asks the user to show who they are, before what cannot be undone (product.md 1.13). */
export default function StepUpDialog({ onEnd }: { onEnd: (isDone: boolean) => void }) {
  const { t } = useTranslation('security');
  const dispatch = useDispatch();
  const [begin, { data: begun, error }] = useBeginStepUpMutation();
  const [stepUp] = useStepUpMutation();
  useEffect(() => {
    void begin();
  }, [begin]);
  return (
    <Sheet opened onClose={() => onEnd(false)} title={t('stepUpTitle')}>
      <Stack>
        <Text>{t('stepUpLead')}</Text>
        {error ? <FormProblem>{asFailure(error).main_msg}</FormProblem> : null}
        {begun?.data ? (
          <FactorForm
            methods={begun.data.methods}
            passkeyOptions={begun.data.passkey_options}
            action={t('confirm')}
            isFocused
            send={async (given) => {
              const { session_data, refreshed_access_token } = (await stepUp(given).unwrap()).data;
              dispatch(
                sessionGranted({
                  ...session_data,
                  accessToken: refreshed_access_token.access_token,
                  accessTokenExpiry: refreshed_access_token.access_token_expiry,
                }),
              );
              onEnd(true);
            }}
          />
        ) : error ? null : (
          <Skeleton height={120} radius="lg" />
        )}
      </Stack>
    </Sheet>
  );
}
