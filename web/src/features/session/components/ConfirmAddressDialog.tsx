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
      <Text mb="md" style={{ overflowWrap: 'anywhere' }}>
        {t('confirmAddress.lead', { email })}
      </Text>
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
        <TextInput
          label={t('confirmAddress.code')}
          inputMode="numeric"
          autoComplete="one-time-code"
          data-autofocus
          {...form.field('iv_confirmation_code')}
          maxLength={6}
        />
        <SubmitButton progress={form.progress}>{t('confirmAddress.confirm')}</SubmitButton>
        <ResendCode
          onMailed={() => {
            form.form.setValues({ iv_confirmation_code: '' });
            form.form.clearErrors();
          }}
        />
      </Stack>
    </form>
  );
}

/** Mails another code, and says beside the button what became of that. */
function ResendCode({ onMailed }: { onMailed: () => void }) {
  const { t } = useTranslation('settings');
  const [resend, { isLoading, isSuccess, error }] = useResendConfirmAccountMutation();
  const failure = error && !isLoading ? asFailure(error) : null;
  async function sendAgain(button: HTMLElement): Promise<void> {
    const answer = await resend();
    if (!answer.error) onMailed();
    // While it loads, the button cannot have the focus; what comes next is typing the code.
    button.closest('form')?.querySelector('input')?.focus();
  }
  return (
    <>
      <Button variant="subtle" color="gray" loading={isLoading} onClick={(event) => void sendAgain(event.currentTarget)}>
        {t('confirmAddress.resend')}
      </Button>
      <Text role="status" size="sm" ta="center" c={failure ? 'var(--danger)' : 'dimmed'}>
        {failure ? failure.main_msg : isSuccess ? t('confirmAddress.resent') : null}
      </Text>
    </>
  );
}
