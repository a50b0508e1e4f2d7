import { Button } from '@mantine/core';
import { IconMail } from '@tabler/icons-react';
import { useDispatch } from 'react-redux';
import { asFailure, codeAsked, useSession } from '@/api';
import { useTranslation } from '@/i18n/use-translation';
import { toast } from '@/ui';
import { useResendConfirmAccountMutation } from './api';
import classes from './VerificationNotice.module.css';

/** Asks the user to confirm the mail address, and disappears once it is confirmed. */
export function VerificationNotice() {
  const { t } = useTranslation('shell');
  const dispatch = useDispatch();
  const { isAuthenticated, autoVerification, email } = useSession();
  const [resend, { isLoading, isSuccess }] = useResendConfirmAccountMutation();
  if (!isAuthenticated || autoVerification === 'verified') return null;
  const sendAgain = async () => {
    try {
      await resend().unwrap();
      toast.done(t('resent'));
    } catch (error) {
      const failure = asFailure(error);
      if (failure.kind !== 'unavailable') toast.failed(failure.main_msg);
    }
  };
  return (
    <aside className={classes.notice} aria-label={t('alerts')}>
      <IconMail size={20} aria-hidden />
      <span>{t('confirmMail', { email })}</span>{' '}
      <Button size="compact-sm" variant="subtle" color="accent" onClick={() => dispatch(codeAsked(true))}>
        {t('typeCode')}
      </Button>
      {isSuccess ? null : (
        <Button size="compact-sm" variant="subtle" color="accent" loading={isLoading} onClick={() => void sendAgain()}>
          {t('resend')}
        </Button>
      )}
    </aside>
  );
}
