import { useState, type FormEvent } from 'react';
import { Button, PasswordInput, Stack, Text, TextInput } from '@mantine/core';
import { IconFingerprint } from '@tabler/icons-react';
import { asFailure } from '@/api';
import { FormProblem, SubmitButton } from '@/forms';
import { useTranslation } from '@/i18n/use-translation';
import { askForPasskey, hasPasskeys } from '../passkeys';

/** What the user shows: one of them. */
export interface GivenFactor {
  iv_password?: string;
  iv_code?: string;
  iv_passkey?: Record<string, never>;
}

interface FactorFormProps {
  methods: readonly string[];
  passkeyOptions: object | null;
  /** What the main button says. */
  action: string;
  /** Sends what the user shows; rejects with the call's failure. */
  send: (given: GivenFactor) => Promise<void>;
}

/** Sends a factor and says what was wrong with it. */
function useSending(send: FactorFormProps['send']) {
  const { t } = useTranslation('security');
  const [sending, setSending] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const attempt = async (given: () => Promise<GivenFactor>) => {
    setSending(true);
    setProblem(null);
    try {
      await send(await given());
    } catch (error) {
      setProblem(error instanceof Error && !('kind' in error) ? t('noPasskey') : asFailure(error).main_msg);
    } finally {
      setSending(false);
    }
  };
  return { sending, problem, attempt };
}

/** A passkey, a code of an authenticator app or a recovery code, or the password: what the account has. */
export function FactorForm({ methods, passkeyOptions, action, send }: FactorFormProps) {
  const { t } = useTranslation('security');
  const [typed, setTyped] = useState('');
  const [missing, setMissing] = useState(false);
  const { sending, problem, attempt } = useSending(send);
  const withPassword = methods.includes('password');
  const withCode = methods.includes('authenticator_app') || methods.includes('recovery_code');
  const withPasskey = passkeyOptions !== null && hasPasskeys();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setMissing(typed === '');
    if (typed) void attempt(async () => Promise.resolve(withPassword ? { iv_password: typed } : { iv_code: typed }));
  };
  const field = {
    value: typed,
    onChange: (event: { currentTarget: { value: string } }) => setTyped(event.currentTarget.value),
    error: missing && typed === '' ? t('fieldEmpty') : undefined,
    disabled: sending,
  };
  return (
    <Stack>
      <FormProblem>{problem}</FormProblem>
      {withPasskey ? (
        <Button
          size="lg"
          variant={withCode ? 'light' : 'filled'}
          leftSection={<IconFingerprint size={20} aria-hidden />}
          loading={sending}
          onClick={() => void attempt(async () => ({ iv_passkey: (await askForPasskey(passkeyOptions as Record<string, unknown>)) as Record<string, never> }))}
        >
          {t('withPasskey')}
        </Button>
      ) : null}
      {withPasskey && withCode ? <Text ta="center" c="dimmed">
          {t('or')}
        </Text> : null}
      {withCode || withPassword ? (
        <form noValidate onSubmit={submit}>
          <Stack>
            {withPassword ? (
              <PasswordInput label={t('password')} autoComplete="current-password" {...field} />
            ) : (
              <TextInput label={t('code')} description={methods.includes('recovery_code') ? t('codeHint') : undefined} autoComplete="one-time-code" maxLength={60} {...field} />
            )}
            <SubmitButton progress={sending ? 'processing' : 'ready'}>{action}</SubmitButton>
          </Stack>
        </form>
      ) : null}
    </Stack>
  );
}
