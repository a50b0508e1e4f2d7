import { useEffect } from 'react';
import { Button, Stack, Text, TextInput } from '@mantine/core';
import { useDispatch } from 'react-redux';
import { asFailure, sessionChanged, useSession } from '@/api';
import { answerCode } from '@/api/confirm-first';
import { FormProblem, SubmitButton, useCallForm } from '@/forms';
import { useTranslation } from '@/i18n/use-translation';
import { Sheet, toast } from '@/ui';
import { useConfirmAccountByCodeMutation, useResendConfirmAccountMutation } from '../api';

/** Asks for the mailed code, over whatever is open. What was asked for goes on when the address is confirmed. */
export default function ConfirmAddressDialog() {
  const { t } = useTranslation('settings');
  const dispatch = useDispatch();
  const { email, autoVerification, isAuthenticated } = useSession();
  // The link in the mail does it as well, in another tab.
  const isConfirmed = autoVerification === 'verified';
  useEffect(() => {
    if (isConfirmed || !isAuthenticated) answerCode(dispatch, isConfirmed);
  }, [dispatch, isConfirmed, isAuthenticated]);
  return (
    <Sheet opened onClose={() => answerCode(dispatch, false)} title={t('confirmAddress.title')}>
      <Text mb="md">{t('confirmAddress.lead', { email })}</Text>
      <CodeForm />
    </Sheet>
  );
}

function CodeForm() {
  const { t } = useTranslation('settings');
  const dispatch = useDispatch();
  const [confirm] = useConfirmAccountByCodeMutation();
  const form = useCallForm({
    call: 'confirm_account_by_code',
    initial: { iv_confirmation_code: '' },
    send: ({ iv_confirmation_code }) => confirm({ iv_confirmation_code: iv_confirmation_code.trim() }).unwrap(),
    onDone: () => {
      dispatch(sessionChanged({ autoVerification: 'verified' }));
      toast.done(t('confirmAddress.done'));
    },
  });
  return (
    <form {...form.formProps}>
      <FormProblem>{form.problem}</FormProblem>
      <Stack gap="sm">
        <TextInput label={t('confirmAddress.code')} inputMode="numeric" autoComplete="one-time-code" data-autofocus {...form.field('iv_confirmation_code')} maxLength={6} />
        <SubmitButton progress={form.progress}>{t('confirmAddress.confirm')}</SubmitButton>
        <ResendCode onMailed={() => form.form.setValues({ iv_confirmation_code: '' })} />
      </Stack>
    </form>
  );
}

function ResendCode({ onMailed }: { onMailed: () => void }) {
  const { t } = useTranslation('settings');
  const [resend, { isLoading }] = useResendConfirmAccountMutation();
  async function sendAgain(): Promise<void> {
    try {
      await resend().unwrap();
      onMailed();
      toast.done(t('confirmAddress.resent'));
    } catch (error) {
      const failure = asFailure(error);
      if (failure.kind !== 'unavailable') toast.failed(failure.main_msg);
    }
  }
  return (
    <Button variant="subtle" color="gray" loading={isLoading} onClick={() => void sendAgain()}>
      {t('confirmAddress.resend')}
    </Button>
  );
}
