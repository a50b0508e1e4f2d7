import { useEffect, useRef } from 'react';
import { Button, Center, Loader, Text } from '@mantine/core';
import { useDispatch } from 'react-redux';
import { Link, useParams } from 'react-router-dom';
import { asFailure, sessionChanged, useSession } from '@/api';
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

/** Redeems the mailed token once, when the page opens. */
function useConfirmAccount(tokenId: string) {
  const dispatch = useDispatch();
  const { isAuthenticated } = useSession();
  const [confirm, result] = useConfirmAccountMutation();
  const sent = useRef('');

  useEffect(() => {
    if (sent.current === tokenId) return;
    sent.current = tokenId;
    void confirm({ iv_token: tokenId });
  }, [confirm, tokenId]);

  // null when the link belongs to another account than the signed-in one.
  const own = result.data?.data.session_data;
  useEffect(() => {
    if (own && isAuthenticated) dispatch(sessionChanged({ autoVerification: own.autoVerification }));
  }, [dispatch, isAuthenticated, own]);
  return { ...result, again: () => void confirm({ iv_token: tokenId }) };
}

/** /confirm_account/{token}: whether the mailed link was valid, and how to continue. */
export default function ConfirmAccount() {
  const { t } = useTranslation('session');
  const { tokenId = '' } = useParams();
  const { isAuthenticated, autoVerification } = useSession();
  const { isSuccess, isError, error, again } = useConfirmAccount(tokenId);
  const failure = isError ? asFailure(error) : null;
  // The link was not checked: it may be valid.
  if (failure?.kind === 'unavailable' || failure?.kind === 'too_many') {
    return <TryAgainLater why={failure.main_msg} again={again} />;
  }
  if (failure) {
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
  return (
    <FocusPage title={t('confirmingTitle')} lead={t('confirming')}>
      <Center>
        <Loader />
      </Center>
    </FocusPage>
  );
}

/** The link could not be checked now. */
function TryAgainLater({ why, again }: { why: string; again: () => void }) {
  const { t } = useTranslation(['session', 'ui']);
  return (
    <FocusPage title={t('confirmLaterTitle')}>
      <Text role="alert" mb="lg">
        {why}
      </Text>
      <Button fullWidth onClick={again}>
        {t('ui:retry')}
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
