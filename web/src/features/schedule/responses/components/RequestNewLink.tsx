import { useState, type FormEvent } from 'react';
import { Button, Stack, TextInput } from '@mantine/core';
import { IconLinkOff } from '@tabler/icons-react';
import { asFailure } from '@/api';
import { useTranslation } from '@/i18n/use-translation';
import { EmptyState } from '@/ui';
import { useRequestGuestLinkMutation } from '../../api';

/** The link is expired or broken: it can be mailed again to the order's address. */
export default function RequestNewLink({ orderId }: { orderId: string }) {
  const { t } = useTranslation('schedule');
  const [email, setEmail] = useState('');
  const [mail, state] = useRequestGuestLinkMutation();
  const failure = state.error ? asFailure(state.error) : null;
  function submit(event: FormEvent): void {
    event.preventDefault();
    void mail({ iv_order_id: orderId, iv_email: email });
  }
  return (
    <Stack gap="md">
      <EmptyState icon={IconLinkOff}>{state.isSuccess ? t('guest.mailed') : t('guest.expired')}</EmptyState>
      {state.isSuccess ? null : (
        <form onSubmit={submit} noValidate>
          <Stack gap="sm">
            <TextInput
              label={t('guest.email')}
              type="email"
              autoComplete="email"
              value={email}
              error={failure ? (failure.iv_msg['iv_email'] ?? failure.main_msg) : null}
              onChange={(event) => setEmail(event.currentTarget.value)}
            />
            <Button type="submit" loading={state.isLoading}>
              {t('guest.mailAgain')}
            </Button>
          </Stack>
        </form>
      )}
    </Stack>
  );
}
