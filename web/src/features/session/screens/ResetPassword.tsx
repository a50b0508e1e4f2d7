import { Button, PasswordInput, Stack, Text } from '@mantine/core';
import { Link, useParams } from 'react-router-dom';
import { FormProblem, SubmitButton, useCallForm } from '@/forms';
import { useTranslation } from '@/i18n/use-translation';
import { paths } from '@/routing';
import { FocusPage } from '@/ui';
import { useResetPasswordMutation } from '../api';

export default function ResetPassword() {
  const { t } = useTranslation('session');
  const { tokenId = '' } = useParams();
  const [resetPassword] = useResetPasswordMutation();
  const form = useCallForm({
    call: 'reset_password',
    initial: { iv_password: '', repeated: '' },
    check: ({ iv_password, repeated }) => ({ repeated: iv_password === repeated ? null : t('passwordsDiffer') }),
    send: ({ iv_password }) => resetPassword({ iv_password, iv_token: tokenId }).unwrap(),
  });
  if (form.progress === 'complete') {
    return (
      <FocusPage title={t('resetDoneTitle')}>
        <Text role="status" mb="lg">
          {t('resetDone')}
        </Text>
        <Button component={Link} to={paths.signIn} fullWidth size="lg">
          {t('signIn')}
        </Button>
      </FocusPage>
    );
  }
  return (
    <FocusPage title={t('resetTitle')} lead={t('resetLead')}>
      <form {...form.formProps}>
        <FormProblem>{form.problem}</FormProblem>
        <Stack>
          <PasswordInput
            label={t('newPassword')}
            description={t('passwordHint')}
            autoComplete="new-password"
            {...form.field('iv_password')}
          />
          <PasswordInput label={t('repeatPassword')} autoComplete="new-password" {...form.field('repeated')} />
          <SubmitButton progress={form.progress}>{t('setPassword')}</SubmitButton>
        </Stack>
      </form>
    </FocusPage>
  );
}
