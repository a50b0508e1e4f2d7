import { Button, Text } from '@mantine/core';
import { useDispatch } from 'react-redux';
import { Link, useParams } from 'react-router-dom';
import { asFailure, sessionChanged, useSession } from '@/api';
import { FormProblem } from '@/forms';
import { useTranslation } from '@/i18n/use-translation';
import { paths } from '@/routing';
import { FocusPage, toast } from '@/ui';
import { useConfirmAccountMutation, useResendConfirmAccountMutation } from '../api';

function ResendLink() {
  const { t } = useTranslation('session');
  const [resend, { isLoading }] = useResendConfirmAccountMutation();
  const sendAgain = () =>
    resend()
      .unwrap()
      .then(() => toast.done(t('resent')))
      .catch((error: unknown) => {
        const failure = asFailure(error);
        if (failure.kind !== 'unavailable') toast.failed(failure.main_msg);
      });
  return (
    <Button fullWidth loading={isLoading} onClick={() => void sendAgain()} mb="sm">
      {t('resend')}
    </Button>
  );
}

/** Redeems the mailed token at a press. */
function useConfirmAccount(tokenId: string) {
  const dispatch = useDispatch();
  const { isAuthenticated } = useSession();
  const [confirm, result] = useConfirmAccountMutation();
  const press = async () => {
    const answer = await confirm({ iv_token: tokenId });
    // null when the link belongs to another account than the signed-in one.
    const own = answer.data?.data.session_data;
    if (own && isAuthenticated) dispatch(sessionChanged({ autoVerification: own.autoVerification }));
  };
  return { ...result, press: () => void press() };
}

/** /confirm_account/{token}: confirms by a press, so that no program that opens links does (product.md 1.5). */
export default function ConfirmAccount() {
  const { t } = useTranslation('session');
  const { tokenId = '' } = useParams();
  const { isAuthenticated, autoVerification } = useSession();
  const { isSuccess, isLoading, error, press } = useConfirmAccount(tokenId);
  const failure = error ? asFailure(error) : null;
  if (isSuccess) {
    return (
      <FocusPage title={t('confirmedTitle')}>
        <Text role="status" mb="lg">
          {t('confirmed')}
        </Text>
        <ContinueButton variant="filled" />
      </FocusPage>
    );
  }
  // The link opens nothing any more: another press would not help.
  if (failure?.kind === 'refused') {
    return (
      <FocusPage title={t('confirmFailedTitle')}>
        <Text role="alert" mb="lg">
          {failure.main_msg}
        </Text>
        {isAuthenticated && autoVerification !== 'verified' ? <ResendLink /> : null}
        <ContinueButton variant="light" />
      </FocusPage>
    );
  }
  return (
    <FocusPage title={t('confirmTitle')} lead={t('confirmLead')}>
      <FormProblem>{failure?.main_msg ?? null}</FormProblem>
      <Button fullWidth size="lg" loading={isLoading} onClick={press}>
        {t('confirm')}
      </Button>
    </FocusPage>
  );
}

function ContinueButton({ variant }: { variant: 'light' | 'filled' }) {
  const { t } = useTranslation('session');
  const { isAuthenticated } = useSession();
  return (
    <Button component={Link} to={isAuthenticated ? paths.feed : paths.signIn} variant={variant} fullWidth>
      {isAuthenticated ? t('continue') : t('signIn')}
    </Button>
  );
}
