import { Suspense, useEffect, useState } from 'react';
import { Alert, Anchor, Group, PasswordInput, Stack, Text, TextInput } from '@mantine/core';
import { IconClockOff } from '@tabler/icons-react';
import { useDispatch, useStore } from 'react-redux';
import { Link, useLocation } from 'react-router-dom';
import {
  asFailure,
  loginExpiryRead,
  selectLoginExpired,
  type Envelope,
  type SecondStep as Step,
  type SessionGranted,
  type SessionState,
} from '@/api';
import { FormProblem, SubmitButton, useCallForm } from '@/forms';
import { useTranslation } from '@/i18n/use-translation';
import { deviceSigningIn } from '@/platform/device';
import { paths } from '@/routing';
import { FocusPage } from '@/ui';
import { lazyPart } from '@/ui/lazy-part';
import { useSignInMutation } from '../api';
import { useAfterSignIn } from '../hooks/use-after-sign-in';

const SecondStep = lazyPart(() => import('@/features/security/components/SecondStep'));
const PasskeySignIn = lazyPart(() => import('@/features/security/components/PasskeySignIn'));

/** What a right password leads to when the account has a second factor; null for any other failure. */
function secondStepOf(error: unknown): Step | null {
  return (asFailure(error).data as { second_factor?: Step } | null | undefined)?.second_factor ?? null;
}

/** The start of the refusal for suspended accounts. */
const suspended = 'This account is suspended';

/** Whether this visit follows an expired login; true once. */
function useExpiredNotice(): boolean {
  const store = useStore<{ session: SessionState }>();
  const dispatch = useDispatch();
  const [expired] = useState(() => selectLoginExpired(store.getState()));
  useEffect(() => {
    if (expired) dispatch(loginExpiryRead());
  }, [dispatch, expired]);
  return expired;
}

/** What a suspended user can do without a working account. */
function SuspensionAppeal() {
  const { t } = useTranslation('session');
  return (
    <Anchor component={Link} to={`${paths.userRequest}?topic=appeal`} display="block" mb="md">
      {t('appeal')}
    </Anchor>
  );
}

export default function SignIn() {
  const { t } = useTranslation('session');
  const { search, state } = useLocation();
  const expired = useExpiredNotice();
  const [signIn] = useSignInMutation();
  const afterSignIn = useAfterSignIn(paths.feed);
  const [step, setStep] = useState<Step | null>(null);
  const form = useCallForm({
    call: 'sign_in',
    initial: { iv_email: '', iv_password: '' },
    send: async (values) => {
      try {
        return await signIn({ ...values, iv_device_data: deviceSigningIn() }).unwrap();
      } catch (error) {
        const due = secondStepOf(error);
        if (!due) throw error;
        setStep(due);
        return null;
      }
    },
    // What succeeds is a login: the other data comes with a refusal.
    onDone: (answer) => (answer ? afterSignIn(answer as Envelope<SessionGranted>) : undefined),
  });
  const again = () => {
    setStep(null);
    form.restart();
  };
  if (step) {
    return (
      <Suspense>
        <SecondStep step={step} onDone={afterSignIn} onBack={again} />
      </Suspense>
    );
  }
  return (
    <FocusPage title={t('signInTitle')} lead={t('signInLead')}>
      {expired ? (
        <Alert color="accent" icon={<IconClockOff size={20} aria-hidden />} mb="md" styles={{ message: { color: 'var(--accent-text)' } }}>
          {t('expired')}
        </Alert>
      ) : null}
      <form {...form.formProps}>
        <FormProblem>{form.problem}</FormProblem>
        {form.problem?.startsWith(suspended) ? <SuspensionAppeal /> : null}
        <Stack>
          <TextInput label={t('email')} type="email" autoComplete="email" inputMode="email" {...form.field('iv_email')} />
          <PasswordInput label={t('password')} autoComplete="current-password" {...form.field('iv_password')} />
          <Anchor component={Link} to={paths.forgotPassword} size="sm" ta="end">
            {t('forgot')}
          </Anchor>
          <SubmitButton progress={form.progress}>{t('signIn')}</SubmitButton>
        </Stack>
      </form>
      <Group justify="center" gap="xs" mt="lg">
        <Text c="dimmed">{t('noAccount')}</Text>
        <Anchor component={Link} to={{ pathname: paths.signUp, search }} state={state}>
          {t('createAccount')}
        </Anchor>
      </Group>
      <Suspense>
        <PasskeySignIn onDone={afterSignIn} />
      </Suspense>
    </FocusPage>
  );
}
