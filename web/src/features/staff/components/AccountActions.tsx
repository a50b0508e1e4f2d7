import { Button, Stack, Text } from '@mantine/core';
import { useTranslation } from '@/i18n/use-translation';
import { useDialog } from '@/routing';
import { useStaffSetAccountStandingMutation, useStaffSetVerificationMutation, type AccountWhole } from '../api';
import { ReasonDialog } from './ReasonDialog';

const dialogs = ['standing', 'verification'] as const;

interface ActionProps {
  account: AccountWhole;
}

/** The staff's actions on an account: suspend, restore, verify a provider, or revoke the verification. */
export function AccountActions({ account }: ActionProps) {
  const { t } = useTranslation('staff');
  const { opened, open, close } = useDialog(dialogs);
  const { provider, manual_verification, suspended, staff } = account;
  if (staff) return <Text c="dimmed">{t('staffStays')}</Text>;
  return (
    <Stack gap="sm">
      {provider ? (
        <Button variant="default" onClick={() => open('verification')}>
          {t(manual_verification === 'verified' ? 'unverify' : 'verify')}
        </Button>
      ) : null}
      <Button variant={suspended ? 'filled' : 'light'} {...(suspended ? {} : { color: 'red' })} onClick={() => open('standing')}>
        {t(suspended ? 'restore' : 'suspend')}
      </Button>
      {opened === 'standing' ? <StandingDialog account={account} onClose={close} /> : null}
      {opened === 'verification' && provider ? <VerificationDialog account={account} onClose={close} /> : null}
    </Stack>
  );
}

interface DialogProps extends ActionProps {
  onClose: () => void;
}

function StandingDialog({ account: { owner_id, name, suspended }, onClose }: DialogProps) {
  const { t } = useTranslation('staff');
  const [setStanding] = useStaffSetAccountStandingMutation();
  return (
    <ReasonDialog
      call="staff_set_account_standing"
      title={t(suspended ? 'restoreTitle' : 'suspendTitle', { name })}
      text={t(suspended ? 'restoreText' : 'suspendText')}
      submit={t(suspended ? 'restore' : 'suspend')}
      done={t(suspended ? 'restored' : 'isSuspended')}
      danger={!suspended}
      send={(iv_note) => setStanding({ iv_account_id: owner_id, iv_suspended: suspended ? 'no' : 'yes', iv_note }).unwrap()}
      onClose={onClose}
    />
  );
}

function VerificationDialog({ account: { owner_id, manual_verification }, onClose }: DialogProps) {
  const { t } = useTranslation('staff');
  const [setVerification] = useStaffSetVerificationMutation();
  const verified = manual_verification === 'verified';
  return (
    <ReasonDialog
      call="staff_set_verification"
      title={t(verified ? 'unverify' : 'verify')}
      text={t(verified ? 'unverifyText' : 'verifyText')}
      submit={t(verified ? 'unverify' : 'verify')}
      done={t(verified ? 'unverified' : 'verified')}
      danger={verified}
      send={(iv_note) => setVerification({ iv_account_id: owner_id, iv_verified: verified ? 'no' : 'yes', iv_note }).unwrap()}
      onClose={onClose}
    />
  );
}
