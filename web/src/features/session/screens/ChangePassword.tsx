import { Paper, PasswordInput, Stack } from '@mantine/core';
import { useNavigate } from 'react-router-dom';
import { FormProblem, SubmitButton, useCallForm } from '@/forms';
import { useTranslation } from '@/i18n/use-translation';
import { paths } from '@/routing';
import { Page, toast } from '@/ui';
import { useChangePasswordMutation } from '../api';

export default function ChangePassword() {
  const { t } = useTranslation('session');
  const navigate = useNavigate();
  const [changePassword] = useChangePasswordMutation();
  const form = useCallForm({
    call: 'change_password',
    initial: { iv_current_password: '', iv_new_password: '', repeated: '' },
    check: ({ iv_new_password, repeated }) => ({ repeated: iv_new_password === repeated ? null : t('passwordsDiffer') }),
    send: ({ iv_current_password, iv_new_password }) => changePassword({ iv_current_password, iv_new_password }).unwrap(),
    onDone: () => {
      toast.done(t('changed'));
      void navigate(paths.mySettings);
    },
  });
  return (
    <Page title={t('changeTitle')} lead={t('changeLead')}>
      <Paper maw={480}>
        <form {...form.formProps}>
          <FormProblem>{form.problem}</FormProblem>
          <Stack>
            <PasswordInput label={t('currentPassword')} autoComplete="current-password" {...form.field('iv_current_password')} />
            <PasswordInput
              label={t('newPassword')}
              description={t('passwordHint')}
              autoComplete="new-password"
              {...form.field('iv_new_password')}
            />
            <PasswordInput label={t('repeatPassword')} autoComplete="new-password" {...form.field('repeated')} />
            <SubmitButton progress={form.progress}>{t('change')}</SubmitButton>
          </Stack>
        </form>
      </Paper>
    </Page>
  );
}
