import { useState, type FormEvent } from 'react';
import { Button, Card, Text, TextInput } from '@mantine/core';
import { asFailure } from '@/api';
import { useTranslation } from '@/i18n/use-translation';
import { useRequestGuestDataMutation } from '../api';
import classes from './RequestForm.module.css';

/** Somebody who booked without an account asks for their data: the link comes by mail (product.md 4.6). */
export function GuestDataRequest() {
  const { t } = useTranslation('information');
  const [email, setEmail] = useState('');
  const [ask, state] = useRequestGuestDataMutation();
  const failure = state.error ? asFailure(state.error) : null;
  function submit(event: FormEvent): void {
    event.preventDefault();
    void ask({ iv_email: email });
  }
  return (
    <section className={classes.section}>
      <Card>
        <h2>{t('guestData.title')}</h2>
        {state.isSuccess ? (
          <Text role="status">{t('guestData.sent')}</Text>
        ) : (
          <form onSubmit={submit} noValidate>
            <Text c="dimmed" mb="md">
              {t('guestData.text')}
            </Text>
            <TextInput
              label={t('guestData.email')}
              type="email"
              autoComplete="email"
              value={email}
              error={failure ? (failure.iv_msg['iv_email'] ?? failure.main_msg) : null}
              onChange={(event) => setEmail(event.currentTarget.value)}
            />
            <Button type="submit" variant="light" mt="md" loading={state.isLoading}>
              {t('guestData.ask')}
            </Button>
          </form>
        )}
      </Card>
    </section>
  );
}
