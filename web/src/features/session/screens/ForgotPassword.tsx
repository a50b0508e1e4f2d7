import { Anchor, Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { Link } from 'react-router-dom';
import { FormProblem, SubmitButton, useCallForm } from '@/forms';
import { useTranslation } from '@/i18n/use-translation';
import { paths } from '@/routing';
import { FocusPage } from '@/ui';
import { useForgotPasswordMutation } from '../api';

export default function ForgotPassword() {
  const { t } = useTranslation('session');
  const [forgotPassword] = useForgotPasswordMutation();
  const form = useCallForm({
    call: 'forgot_password',
    initial: { iv_email: '' },
    send: (values) => forgotPassword(values).unwrap(),
  });
  if (form.progress === 'complete') {
    return (
      <FocusPage title={t('linkSentTitle')}>
        <Text role="status" mb="lg">
          {t('linkSent', { email: form.form.values.iv_email })}
        </Text>
        <Button component={Link} to={paths.signIn} variant="light" fullWidth>
          {t('backToSignIn')}
        </Button>
      </FocusPage>
    );
  }
  return (
    <FocusPage title={t('forgotTitle')} lead={t('forgotLead')}>
      <form {...form.formProps}>
        <FormProblem>{form.problem}</FormProblem>
        <Stack>
          <TextInput label={t('email')} type="email" autoComplete="email" inputMode="email" {...form.field('iv_email')} />
          <SubmitButton progress={form.progress}>{t('sendLink')}</SubmitButton>
        </Stack>
      </form>
      <Group justify="center" mt="lg">
        <Anchor component={Link} to={paths.signIn}>
          {t('backToSignIn')}
        </Anchor>
      </Group>
    </FocusPage>
  );
}
