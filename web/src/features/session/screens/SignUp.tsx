import { Anchor, Group, PasswordInput, Stack, Text, TextInput } from '@mantine/core';
import { Link, useLocation } from 'react-router-dom';
import { FormProblem, SubmitButton, useCallForm } from '@/forms';
import { Trans, useTranslation } from '@/i18n/use-translation';
import { deviceSigningIn } from '@/platform/device';
import { paths } from '@/routing';
import { FocusPage } from '@/ui';
import { useSignUpMutation } from '../api';
import { useAfterSignIn } from '../hooks/use-after-sign-in';

export default function SignUp() {
  const { t } = useTranslation('session');
  const { search, state } = useLocation();
  const [signUp] = useSignUpMutation();
  const form = useCallForm({
    call: 'sign_up',
    initial: { iv_name: '', iv_email: '', iv_password: '' },
    send: (values) => signUp({ ...values, iv_device_data: deviceSigningIn() }).unwrap(),
    onDone: useAfterSignIn(paths.starterPreferences),
  });
  return (
    <FocusPage title={t('signUpTitle')} lead={t('signUpLead')}>
      <form {...form.formProps}>
        <FormProblem>{form.problem}</FormProblem>
        <Stack>
          <TextInput label={t('name')} autoComplete="name" {...form.field('iv_name')} />
          <TextInput label={t('email')} type="email" autoComplete="email" inputMode="email" {...form.field('iv_email')} />
          <PasswordInput label={t('password')} description={t('passwordHint')} autoComplete="new-password" {...form.field('iv_password')} />
          <SubmitButton progress={form.progress}>{t('signUp')}</SubmitButton>
          <Text c="dimmed" size="sm">
            <Trans
              t={t}
              i18nKey="agree"
              components={{ policy: <Anchor component={Link} to={paths.privacyPolicy} inherit underline="always" /> }}
            />
          </Text>
        </Stack>
      </form>
      <Group justify="center" gap="xs" mt="lg">
        <Text c="dimmed">{t('haveAccount')}</Text>
        <Anchor component={Link} to={{ pathname: paths.signIn, search }} state={state}>
          {t('signIn')}
        </Anchor>
      </Group>
    </FocusPage>
  );
}
