import { useEffect, useRef, useState, type FormEvent } from 'react';
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
  /** Whether the field has the focus at once: in a dialog that came up by itself. */
  isFocused?: boolean;
  /** Sends what the user shows; rejects with the call's failure. */
  send: (given: GivenFactor) => Promise<void>;
}

/** Sends a factor and says what was wrong with it. */
function useSending(send: FactorFormProps['send']) {
  const { t } = useTranslation('security');
  const [sending, setSending] = useState(false);
  const [problem, setProblem] = useState<{ of: 'passkey' | 'field' | 'nothing'; text: string } | null>(null);
  const attempt = async (of: 'passkey' | 'field', given: () => Promise<GivenFactor>) => {
    setSending(true);
    setProblem(null);
    try {
      await send(await given());
    } catch (error) {
      setProblem({ of, text: error instanceof Error && !('kind' in error) ? t('noPasskey') : asFailure(error).main_msg });
    } finally {
      setSending(false);
    }
  };
  return { sending, problem, attempt, setProblem };
}

/** The field has the focus when the form appears, if it is to have it, and after what was typed was refused. */
function useFocusedField(isFocused: boolean, isRefused: boolean) {
  const element = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (isFocused || isRefused) element.current?.focus();
  }, [isFocused, isRefused]);
  return element;
}

/** A passkey, a code of an authenticator app or a recovery code, or the password: what the account has. */
export function FactorForm({ methods, passkeyOptions, action, isFocused = false, send }: FactorFormProps) {
  const { t } = useTranslation('security');
  const [typed, setTyped] = useState('');
  const { sending, problem, attempt, setProblem } = useSending(send);
  const withPassword = methods.includes('password');
  const withCode = methods.includes('authenticator_app') || methods.includes('recovery_code');
  const withPasskey = passkeyOptions !== null && hasPasskeys();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (typed) void attempt('field', async () => Promise.resolve(withPassword ? { iv_password: typed } : { iv_code: typed.trim() }));
    else setProblem({ of: 'nothing', text: '' });
  };
  const refused = problem?.of === 'nothing' ? t('fieldEmpty') : problem?.of === 'field' ? problem.text : undefined;
  const field = {
    ref: useFocusedField(isFocused, refused !== undefined),
    value: typed,
    onChange: (event: { currentTarget: { value: string } }) => {
      setTyped(event.currentTarget.value);
      setProblem(null);
    },
    error: refused,
    disabled: sending,
  };
  return (
    <Stack>
      <FormProblem>{problem?.of === 'passkey' ? problem.text : null}</FormProblem>
      {withPasskey ? (
        <Button
          size="lg"
          variant={withCode ? 'light' : 'filled'}
          leftSection={<IconFingerprint size={20} aria-hidden />}
          loading={sending}
          onClick={() =>
            void attempt('passkey', async () => ({
              iv_passkey: (await askForPasskey(passkeyOptions as Record<string, unknown>)) as Record<string, never>,
            }))
          }
        >
          {t('withPasskey')}
        </Button>
      ) : null}
      {withPasskey && withCode ? (
        <Text ta="center" c="dimmed">
          {t('or')}
        </Text>
      ) : null}
      {withCode || withPassword ? (
        <form noValidate onSubmit={submit}>
          <Stack>
            {withPassword ? (
              <PasswordInput label={t('password')} autoComplete="current-password" {...field} />
            ) : (
              <TextInput
                label={t('code')}
                description={methods.includes('recovery_code') ? t('codeHint') : undefined}
                autoComplete="one-time-code"
                maxLength={60}
                {...field}
              />
            )}
            <SubmitButton progress={sending ? 'processing' : 'ready'}>{action}</SubmitButton>
          </Stack>
        </form>
      ) : null}
    </Stack>
  );
}
